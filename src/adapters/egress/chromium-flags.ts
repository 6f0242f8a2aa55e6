/**
 * What a Chromium needs besides the proxy so that nothing leaves around it. Measured on Chromium 156: WebRTC's UDP is the one
 * thing a proxy alone does not stop, and `--force-webrtc-ip-handling-policy` has no effect on it.
 */
export const EGRESS_CHROMIUM_FLAGS: readonly string[] = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // The browser itself resolves nothing: names go to the proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];
