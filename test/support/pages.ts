import type { OfflinePage } from './offline-web.js';

/** Invented places, so that an answer can only come from these pages. */
export const PAGES: readonly OfflinePage[] = [
  {
    url: 'http://island.skerrow.com/lighthouse',
    title: 'The lighthouse of Skerrow',
    text: [
      'The lighthouse of Skerrow is 31 metres high and was built in 1884 from granite that was quarried on the island itself.',
      'Its keeper, Maren Oake, climbed the 126 steps every night until the lamp was switched off in 2015. Visitors may climb the tower on Saturdays.',
    ],
  },
  {
    url: 'http://coast.skerrow.com/lights',
    title: 'Lights of the coast: Skerrow lighthouse',
    text: [
      'Of all lights on the coast, the lighthouse of Skerrow is the oldest that still stands. The new lamp is an LED of 70 watts and is seen from 17 nautical miles.',
      'It flashes twice every fifteen seconds, which is the pattern it had when it was built, so that old charts are right again.',
    ],
  },
  {
    url: 'http://bread.skerrow.com/salt-bread',
    title: 'Salt bread of Skerrow',
    text: [
      'Salt bread is baked once a week in Skerrow, on Thursdays, in the oven behind the net loft. A loaf weighs 900 grams and keeps for three weeks.',
      'The dough is made of rye and of sea water boiled down to half; it rises for 19 hours, longer than any other bread on the coast.',
    ],
  },
  {
    url: 'http://clock.skerrow.com/tide',
    title: 'How a tide clock works',
    text: [
      'A tide clock has one hand, which goes round once in 12 hours and 25 minutes: half of a lunar day. At the top it says high water.',
      'The oldest tide clock of Skerrow was made in 1921 by Ebba Storm, and its hand is a whale bone. Wind and air pressure move the water and make it wrong.',
    ],
  },
];

export const QUESTION = 'How high is the lighthouse of Skerrow?';
export const FACT = '31 metres';
