/** What a page says about itself in JSON-LD, flattened over all its scripts. */
export interface StructuredData {
  /** lower-case schema.org types met anywhere */
  readonly types: ReadonlySet<string>;
  readonly typeCounts: ReadonlyMap<string, number>;
  readonly headline: string | null;
  readonly author: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly language: string | null;
  readonly siteName: string | null;
  readonly accessibleForFree: boolean | null;
  /** texts that are content: articleBody, description, reviewBody, text, recipe steps */
  readonly bodies: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const MAX_OBJECTS = 5_000;
const MAX_DEPTH = 12;
const BODY_KEYS = ['articleBody', 'description', 'reviewBody', 'text', 'recipeInstructions'];
const MAIN_TYPE =
  /article|posting|blog|report|recipe|product|event|course|job|book|movie|review|howto|question|videoobject|webpage|software/;

/** Reads JSON-LD scripts; broken ones are passed over. */
export function readStructuredData(scripts: readonly string[]): StructuredData {
  const objects: Json[] = [];
  for (const script of scripts) collectObjects(parse(script), objects, 0);
  const mains = objects.filter((one) => typesOf(one).some((type) => MAIN_TYPE.test(type)));
  const typeCounts = new Map<string, number>();
  for (const type of objects.flatMap(typesOf)) typeCounts.set(type, (typeCounts.get(type) ?? 0) + 1);
  mains.sort((a, b) => rank(a) - rank(b));
  return {
    types: new Set(typeCounts.keys()),
    typeCounts,
    headline: firstText(mains, ['headline', 'name']),
    author: firstOf(mains, (one) => nameOf(one['author'])),
    published: firstText(mains, ['datePublished', 'dateCreated', 'uploadDate']),
    modified: firstText(mains, ['dateModified']),
    language: firstText(mains, ['inLanguage']),
    siteName: siteName(objects),
    accessibleForFree: accessible(objects),
    bodies: objects.flatMap(bodiesOf),
  };
}

function parse(script: string): unknown {
  // Inside scripts the parser has left its own form of the CDATA mark.
  const text = script
    .replace(
      /^\s*(?:<!--|\/\*\s*<!\/CDATA\/\s*\*\/|\/\/\s*<!\/CDATA\/|<!\/CDATA\/)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/g,
      '',
    )
    .trim();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parseLoosely(text);
  }
}

/** Line breaks inside strings and a stray last semicolon are the commonest faults in the wild. */
function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text.replace(/[\u0000-\u001f]+/g, ' ').replace(/;\s*$/, '')) as unknown;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collectObjects(value: unknown, into: Json[], depth: number): void {
  if (depth > MAX_DEPTH || into.length >= MAX_OBJECTS) return;
  if (Array.isArray(value)) for (const item of value) collectObjects(item, into, depth + 1);
  if (!isObject(value)) return;
  into.push(value);
  for (const inner of Object.values(value)) if (typeof inner === 'object') collectObjects(inner, into, depth + 1);
}

function typesOf(object: Json): string[] {
  const type = object['@type'];
  const list: unknown[] = Array.isArray(type) ? type : [type];
  return list.filter((one) => typeof one === 'string').map((one) => one.toLowerCase());
}

/** Articles before products before mere web pages, so that their dates and authors win. */
function rank(object: Json): number {
  const types = typesOf(object).join(' ');
  if (/article|posting|report|recipe/.test(types)) return 0;
  return types.includes('webpage') ? 2 : 1;
}

function firstOf(objects: readonly Json[], read: (one: Json) => string | null): string | null {
  for (const one of objects) {
    const value = read(one);
    if (value !== null) return value;
  }
  return null;
}

function firstText(objects: readonly Json[], keys: readonly string[]): string | null {
  return firstOf(objects, (one) => {
    for (const key of keys) {
      const value = one[key];
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return null;
  });
}

/** An author may be a name, a Person, or a list of either. */
function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' || /^https?:/.test(value) ? null : value.trim();
  if (Array.isArray(value)) {
    const names = value.map(nameOf).filter((name) => name !== null);
    return names.length === 0 ? null : [...new Set(names)].slice(0, 8).join(', ');
  }
  return isObject(value) ? nameOf(value['name']) : null;
}

function siteName(objects: readonly Json[]): string | null {
  const sites = objects.filter((one) => typesOf(one).includes('website'));
  return firstText(sites, ['name']) ?? firstOf(objects, (one) => nameOf(one['publisher']));
}

/** `isAccessibleForFree` of the page as a whole; `false` anywhere wins. */
function accessible(objects: readonly Json[]): boolean | null {
  const values = objects
    .map((one) => one['isAccessibleForFree'])
    .map((one) => (typeof one === 'string' ? one.toLowerCase() : one));
  if (values.some((one) => one === false || one === 'false')) return false;
  return values.some((one) => one === true || one === 'true') ? true : null;
}

function bodiesOf(object: Json): string[] {
  const texts: string[] = [];
  for (const key of BODY_KEYS) {
    const value = object[key];
    if (typeof value === 'string' && value.length > 30) texts.push(value);
  }
  return texts;
}
