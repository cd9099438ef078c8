import { html, type MadeCase, pair, prose, revisit } from './page.js';

export function events(): MadeCase[] {
  const event = (when: string, where: string, note = '') =>
    html(
      'Choir for adults | Culture House',
      `<main><section><h1>Choir for adults</h1><p>${when}</p></section><div>${note}<article>${prose('choir', 2)}</article></div>
      <div><h2>Choir for adults</h2><ul><li>${when}</li></ul><h2>Place</h2><p>Culture House<br>${where}</p></div></main>`,
    );
  const dates = (days: readonly string[]) =>
    html(
      'Songs for babies | Culture House',
      `<main><h1>Songs for babies</h1><article>${prose('song', 3)}</article><aside><h2>Dates</h2><ul>${days
        .map((day) => `<li>${day}</li>`)
        .join('')}</ul></aside></main>`,
    );
  const play = (title: string) =>
    html(`${title} | City Theatre`, `<main><h1>${title}</h1>${prose('play', 2)}</main>`);
  const training = (day: string) =>
    html(
      'Taekwondo',
      `<main><h1>Taekwondo</h1><p>Vi tränar tillsammans i den stora hallen och alla nivåer är välkomna, både de som aldrig
      har provat och de som har tränat länge. Ta med vatten och kläder som du kan röra dig i. Ledarna visar hur man faller
      och hur man tar hand om sina kamrater. Tid: ${day} kväll i den stora hallen. Föräldrar får gärna titta på från
      läktaren medan barnen tränar.</p></main>`,
      'sv',
    );
  const workshop = (subject: string) =>
    html(
      'Workshop',
      `<main><h1>Workshop</h1>${prose('lamp', 2, `This time it is about ${subject}.`)}</main>`,
    );
  const first = event('11 October 2025, 11:15 - 12:30', 'King Street 11');
  const march = ['Tuesday 4 March, 10:00', 'Tuesday 11 March, 10:00'];
  return [
    pair(
      'another occasion: its day, hour and street beside the article',
      'event',
      first,
      event('22 October 2025, 18:00 - 19:00', 'Harbour Street 3'),
    ),
    pair(
      'a cancelled occasion',
      'event',
      event('11 October 2025, 18:00', 'King Street 11'),
      event('11 October 2025, 18:00', 'King Street 11', '<div><strong>Cancelled</strong></div>'),
    ),
    revisit(
      'an event gets cancelled',
      'event',
      first,
      event(
        '11 October 2025, 11:15 - 12:30',
        'King Street 11',
        '<div><strong>Cancelled</strong></div>',
      ),
    ),
    revisit(
      'all dates of an event are replaced',
      'event',
      dates(march),
      dates(['Tuesday 1 April, 10:00', 'Tuesday 8 April, 10:00']),
    ),
    revisit(
      'an event gets one more date',
      'event',
      dates(march),
      dates([...march, 'Tuesday 18 March, 13:30']),
    ),
    pair(
      'days and hours exchanged between dates',
      'event',
      dates(['4 March, 10:00', '11 March, 13:30']),
      dates(['4 March, 13:30', '11 March, 10:00']),
    ),
    pair(
      'a dress rehearsal: the title has more words',
      'event',
      play('The kingdom'),
      play('The kingdom dress rehearsal'),
    ),
    pair(
      'another day of the week in Swedish',
      'event',
      training('torsdagar'),
      training('lördagar'),
    ),
    pair('another subject in one ordinary word', 'event', workshop('paper'), workshop('poetry')),
  ];
}
