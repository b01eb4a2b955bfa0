import { readFileSync } from 'node:fs'

// Build (dist) and sources lie equally deep.
const fileOf = (room: string): URL => new URL(`../../../src/${room}/page.css`, import.meta.url)

/** The style sheet of a page of a room: what all pages share, then the room's own `page.css`. */
export const pageStyle = (room: string): string =>
  ['platform/http', room].map((each) => readFileSync(fileOf(each), 'utf8')).join('\n')
