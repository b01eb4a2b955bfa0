/** Lines of the icons, in a square of 20 units. */
const paths = {
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M16.5 10h-13m5.5-5.5L3.5 10 9 15.5',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  edit: 'm3.5 16.5.8-3.7L13.2 4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2l-8.8 8.9-3.7.8ZM11.5 5.7l2.8 2.8',
  removePerson: 'M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.5 8v-1A4 4 0 0 1 6.5 12h3a4 4 0 0 1 4 4v1M13 8.5h4.5',
  calendar:
    'M3.5 6a1.5 1.5 0 0 1 1.5-1.5h10A1.5 1.5 0 0 1 16.5 6v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6Zm0 2.5h13M7 2.5v4m6-4v4',
  sort: 'M6.5 4v12m-3-3 3 3 3-3m4 3V4m-3 3 3-3 3 3',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 4 4',
  /** Marks everything that opens, folds or sorts; as small as the text's height. */
  chevron: 'm6 8 4 4 4-4',
  check: 'm4 10.5 4 4 8-9',
  copy: 'M7.5 7.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm-1 5h-2a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v2',
  mail: 'M4.5 4.5h11a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3.5 6l6.5 5 6.5-5',
  visible: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Zm8 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  hidden:
    'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Zm8 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3.5 16.5l13-13'
} as const

export type IconName = keyof typeof paths

/** Renders a line icon of 20 px, beside a text or on a button that has a name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
