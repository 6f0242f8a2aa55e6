/** Is this the address of this machine itself, as a socket gives it? IPv4 may come mapped into IPv6. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address);
