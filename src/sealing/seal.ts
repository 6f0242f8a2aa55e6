/** Seals what only one browser worker may read. Runs where the secret was typed: the page, the command line, else the API. */
import type { OfferedKey, Secret } from '../contracts/gates.js';
import { padSecret, sealedText, sealingInfo } from '../domain/sealed-format.js';
import { createSuite, fromBase64Url, toBase64Url } from './hpke.js';

/** @returns the field `sealed` of an answer */
export async function sealSecret(key: OfferedKey, secret: Secret): Promise<string> {
  const suite = createSuite();
  const recipientPublicKey = await suite.kem.importKey('raw', fromBase64Url(key.public_key).buffer, true);
  const sender = await suite.createSenderContext({ recipientPublicKey, info: sealingInfo(key).buffer });
  const plain = padSecret(secret);
  const ciphertext = await sender.seal(plain.buffer);
  plain.fill(0);
  return sealedText(key.key_id, toBase64Url(sender.enc), toBase64Url(ciphertext));
}
