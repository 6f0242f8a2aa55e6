import { describe, expect, it } from '@jest/globals';
import { mergeHits } from './merge-hits.js';

const hit = (url: string) => ({ url, title: url, snippet: '', score: 0.5 });
const everywhere = { include: [], exclude: [] };
const urls = (lists: string[][], domains: { include: string[]; exclude: string[] } = everywhere) =>
  mergeHits(
    lists.map((list) => list.map(hit)),
    domains,
  ).map(({ url }) => url);

describe('merging the hits of several queries', () => {
  it('counts addresses of one page once: fragment, tracking parameters and order of queries do not matter', () => {
    expect(urls([['https://a.example/x#top'], ['https://a.example/x?utm_source=mail']])).toEqual([
      'https://a.example/x#top',
    ]);
  });

  it('puts a page that several queries found before one that a single query found', () => {
    expect(urls([['https://one.example/', 'https://both.example/'], ['https://both.example/']])[0]).toBe(
      'https://both.example/',
    );
  });

  it('leaves out what is not an http address', () => {
    expect(urls([['ftp://a.example/', 'not an address', 'https://ok.example/']])).toEqual(['https://ok.example/']);
  });

  it('keeps to the sites that were asked for, with their subdomains, and away from those that were excluded', () => {
    const list = [['https://docs.a.example/', 'https://nota.example/', 'https://b.example/']];
    expect(urls(list, { include: ['a.example'], exclude: [] })).toEqual(['https://docs.a.example/']);
    expect(urls(list, { include: [], exclude: ['a.example'] })).toEqual([
      'https://nota.example/',
      'https://b.example/',
    ]);
  });
});
