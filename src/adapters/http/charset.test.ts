import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { decodeText } from './charset.js';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replace(/\s/gu, ''), 'hex'));
/** The decoder's own table, turned round: enough of an encoder for encodings of one byte per character. */
function encodeSingleByte(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  // Node 20 decodes these two of windows-1252 wrongly, so its table lacks them.
  const marks: [string, number][] =
    label === 'windows-1252'
      ? [
          ['’', 0x92],
          ['—', 0x97],
        ]
      : [];
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const).concat(marks),
  );
  return Uint8Array.from([...text].map((character) => table.get(character) ?? 0x3f));
}
const page = (body: string, meta = ''): string =>
  `<html><head>${meta}<title>t</title></head><body><p>${body}</p></body></html>`;

const RUSSIAN =
  'Маяк построили на скале в начале прошлого века, и с тех пор смотритель каждый вечер поднимался по лестнице.';
const POLISH =
  'Latarnię morską zbudowano na skale; każdego wieczoru latarnik wchodził po schodach, żeby zapalić światło dla statków.';
const GREEK = 'Ο φάρος χτίστηκε πάνω στον βράχο και κάθε βράδυ ο φύλακας ανέβαινε τη σκάλα για να ανάψει το φως.';
const FRENCH =
  'Le phare fut bâti sur le rocher ; chaque soir, le gardien montait l’escalier — « allumer la lampe », disait-il.';

describe('the encoding', () => {
  it('says what told it', () => {
    const declared = Buffer.from('<meta charset="iso-8859-2"><p>x</p>');
    expect(decodeText(declared, 'text/html; charset=koi8-r')).toMatchObject({ encoding: 'koi8-r', from: 'header' });
    expect(decodeText(declared, 'text/html')).toMatchObject({ encoding: 'iso-8859-2', from: 'document' });
    expect(decodeText(Buffer.from('grüße'), 'text/html')).toMatchObject({ encoding: 'utf-8', from: 'bytes' });
  });

  it('by mark comes before header and meta', () => {
    expect(decodeText(bytes('fffe 4100 e900'), 'text/html; charset=utf-8')).toEqual({
      text: 'Aé',
      encoding: 'utf-16le',
      from: 'mark',
    });
    expect(decodeText(bytes('feff 0041 00e9'), null)).toEqual({
      text: 'Aé',
      encoding: 'utf-16be',
      from: 'mark',
    });
    expect(decodeText(bytes('efbbbf c3a9'), 'text/plain; charset=iso-8859-1')).toEqual({
      text: 'é',
      encoding: 'utf-8',
      from: 'mark',
    });
  });

  it('by header comes before meta', () => {
    const body = encodeSingleByte(page(RUSSIAN, '<meta charset="windows-1252">'), 'windows-1251');
    expect(decodeText(body, 'text/html; Charset="Windows-1251"').text).toContain(RUSSIAN);
  });

  it.each([
    ['<meta charset="koi8-r">', 'koi8-r'],
    ['<META http-equiv=Content-Type content="text/html; charset=koi8-r">', 'koi8-r'],
  ])('by %s', (meta, encoding) => {
    const decoded = decodeText(encodeSingleByte(page(RUSSIAN, meta), encoding), 'text/html');
    expect(decoded).toMatchObject({ encoding, text: expect.stringContaining(RUSSIAN) });
  });

  it('by the declaration of XML', () => {
    const xml = encodeSingleByte(`<?xml version="1.0" encoding="windows-1251"?><a>${RUSSIAN}</a>`, 'windows-1251');
    expect(decodeText(xml, 'application/xml').text).toContain(RUSSIAN);
  });

  it('a meta that says UTF-16 in readable bytes means UTF-8', () => {
    expect(decodeText(Buffer.from(page('é', '<meta charset="utf-16">')), null)).toMatchObject({ encoding: 'utf-8' });
  });

  it('Latin-1 is read as browsers do, with the marks of windows-1252', () => {
    expect(decodeText(bytes('93 80 94 e9'), 'text/html; charset=ISO-8859-1').text).toBe('“€”é');
  });

  it.each([
    ['windows-1251', RUSSIAN, 'windows-1251'],
    ['koi8-r', RUSSIAN, 'koi8-r'],
    ['iso-8859-5', RUSSIAN, 'iso-8859-5'],
    ['iso-8859-2', POLISH, 'iso-8859-2'],
    ['iso-8859-7', GREEK, 'iso-8859-7'],
    ['windows-1252', FRENCH, 'windows-1252'],
  ])('%s is detected where nothing is declared', (label, text, encoding) => {
    const decoded = decodeText(encodeSingleByte(page(text), label), 'text/html');
    expect(decoded).toMatchObject({ encoding, text: expect.stringContaining(text) });
  });

  // Encoded by Python's codecs: the same sentence, "the lighthouse stands on the rock; every evening its light is lit".
  it.each([
    [
      'shift_jis',
      '93 94 91 e4 82 cd 8a e2 82 cc 8f e3 82 c9 97 a7 82 c1 82 c4 82 a2 82 dc 82 b7 81 42 96 88 94 d3 82 bb 82 cc 96 be 82 a9 82 e8 82 aa 93 5f 82 b3 82 ea 82 dc 82 b7 81 42',
      '灯台は岩の上に立っています。毎晩その明かりが点されます。',
    ],
    [
      'euc-jp',
      'c5 f4 c2 e6 a4 cf b4 e4 a4 ce be e5 a4 cb ce a9 a4 c3 a4 c6 a4 a4 a4 de a4 b9 a1 a3 cb e8 c8 d5 a4 bd a4 ce cc c0 a4 ab a4 ea a4 ac c5 c0 a4 b5 a4 ec a4 de a4 b9 a1 a3',
      '灯台は岩の上に立っています。毎晩その明かりが点されます。',
    ],
    [
      'gb18030',
      'b5 c6 cb fe d5 be d4 da d1 d2 ca af c9 cf a3 ac c3 bf cc ec cd ed c9 cf cb fc b5 c4 b5 c6 bb e1 b5 e3 c1 c1 a1 a3',
      '灯塔站在岩石上，每天晚上它的灯会点亮。',
    ],
    [
      'big5',
      'bf 4f b6 f0 af b8 a6 62 a9 a5 a5 db a4 57 a1 41 a8 43 a4 d1 b1 df a4 57 a5 a6 aa ba bf 4f b7 7c c2 49 ab 47 a1 43',
      '燈塔站在岩石上，每天晚上它的燈會點亮。',
    ],
    [
      'euc-kr',
      'b5 ee b4 eb b4 c2 20 b9 d9 c0 a7 20 c0 a7 bf a1 20 bc ad 20 c0 d6 bd c0 b4 cf b4 d9 2e 20 b8 c5 c0 cf 20 c0 fa b3 e1 20 ba d2 c0 cc 20 c4 d1 c1 fd b4 cf b4 d9 2e',
      '등대는 바위 위에 서 있습니다. 매일 저녁 불이 켜집니다.',
    ],
  ])('%s is detected where nothing is declared', (encoding, hex, text) => {
    const body = Buffer.concat([Buffer.from('<html><body><p>'), bytes(hex), Buffer.from('</p></body></html>')]);
    const { text: decoded, encoding: found } = decodeText(body, 'text/html');
    expect([decoded.includes(text), found === encoding || (encoding === 'gb18030' && found === 'gbk')]).toEqual([
      true,
      true,
    ]);
  });

  it('UTF-16 without a mark is told by its zero bytes', () => {
    expect(decodeText(Buffer.from('<p>plain text in two bytes each</p>', 'utf16le'), null).text).toContain(
      'plain text',
    );
  });

  it('with a label that means nothing falls back to what the bytes say', () => {
    expect(decodeText(Buffer.from('grüße'), 'text/plain; charset=x-nonsense')).toEqual({
      text: 'grüße',
      encoding: 'utf-8',
      from: 'bytes',
    });
    expect(decodeText(Buffer.from('a+AOk-'), 'text/plain; charset=utf-7').encoding).toBe('utf-8');
  });

  it('whatever the bytes and the header, a text comes out', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.option(fc.string()), (body, header) => {
        expect(typeof decodeText(body, header === null ? null : `text/html; charset=${header}`).text).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});
