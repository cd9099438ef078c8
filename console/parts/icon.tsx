/** Line drawings on a grid of 20 by 20. */
const drawings = {
  overview: 'M3 16.5h14M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6',
  documents: 'M5.5 3h6l3.5 3.500V17h-9.500zM11 3v4h4M8 10.500h4.500M8 13.500h4.500',
  decisions: 'M3 5.5h9M3 10h6M3 14.5h5M11 13l2.500 2.500 4.500-6',
  compare: 'M3 4h5.5v12H3zM11.5 4H17v12h-5.5z',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM13.5 13.5 17 17',
  clusters:
    'M10 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5 16.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM15 16.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8.7 8.200 6.200 12.800M11.300 8.200l2.5 4.600',
  labels: 'M3 4h6l8 6-8 6H3zM6.5 10h.1',
  tune: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  import: 'M10 3v9M6.500 8.500 10 12l3.500-3.500M3.500 13v3.500h13V13',
  operation:
    'M10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM10 3v2.500M10 14.500V17M3 10h2.500M14.500 10H17M5.050 5.050l1.800 1.800M13.150 13.150l1.800 1.800M14.950 5.050l-1.800 1.800M6.850 13.150l-1.800 1.800',
  collections: 'M3 6.5 10 3l7 3.5-7 3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5',
  key: 'M12.5 11a4 4 0 1 0-3.600-2.300L3.5 14v2.5H6V15h1.5v-1.5H9l1.200-1.200c.7.4 1.5.7 2.300.7z',
  language:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c2.5 2.200 2.5 11.800 0 14M10 3c-2.5 2.200-2.5 11.800 0 14',
  light:
    'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5 5l1 1M14 14l1 1M15 5l-1 1M6 14l-1 1',
  dark: 'M16 11.800A6.5 6.5 0 0 1 8.200 4 6.5 6.5 0 1 0 16 11.800z',
  swap: 'M4 7.5h11M12 4.5l3 3-3 3M16 12.5H5M8 9.5l-3 3 3 3',
  warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v4M10 14.5v.1',
  check: 'M4 10.5 8 14.5 16 6',
  close: 'M5 5l10 10M15 5 5 15',
  down: 'M5 8l5 5 5-5',
  more: 'M4 10h.1M10 10h.1M16 10h.1',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
