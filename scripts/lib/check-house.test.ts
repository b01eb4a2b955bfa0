import { expect, test } from 'vitest'
import { checkCells } from './check-cells.ts'
import { checkDecisions } from './check-decisions.ts'
import { checkGlossary } from './check-glossary.ts'
import { checkHelperNames } from './check-helper-names.ts'
import { checkImports } from './check-imports.ts'
import { checkNamedFiles } from './check-named-files.ts'
import { checkSizes } from './check-sizes.ts'
import { checkStatements } from './check-statements.ts'
import { checkTexts } from './check-texts.ts'
import { checkTypeNames } from './check-type-names.ts'
import { checkVersions } from './check-versions.ts'

type Files = Readonly<Record<string, string>>
type Check = (files: string[], read: (path: string) => string) => string[]

const run = (check: Check, files: Files) => check(Object.keys(files), (path) => files[path] ?? '')

const event = 'server/src/bookings/event'
const repository = 'server/src/people/field/field.repository.ts'

test.each<[string, Files, string[]]>([
  [
    'what its room may not import',
    { [repository]: "import { list } from '../../bookings/event/event.ts'" },
    [
      `${repository} imports server/src/bookings/event/event.ts, but scripts/lib/rooms.ts does not let server/people/field import server/bookings`
    ]
  ],
  [
    'a room below its own',
    { [repository]: "import { list } from '../customer/customer.ts'" },
    [
      `${repository} imports server/src/people/customer/customer.ts, but scripts/lib/rooms.ts does not let server/people/field import server/people/customer`
    ]
  ],
  [
    'a type that its room may not import',
    { 'contract/src/event.ts': "import type { Row } from '../../server/src/platform/lib/row.ts'" },
    [
      'contract/src/event.ts imports server/src/platform/lib/row.ts, but scripts/lib/rooms.ts does not let contract import server/platform/lib'
    ]
  ],
  [
    'when it runs what its room may not import',
    { 'elements/src/lib/wait.ts': "const load = () => import('../data/event.ts')" },
    [
      'elements/src/lib/wait.ts imports elements/src/data/event.ts, but scripts/lib/rooms.ts does not let elements/lib import elements/data'
    ]
  ],
  [
    'another room past its door',
    {
      'server/src/confirmations/letter/letter.ts': "import { list } from '../../bookings/event/event.ts'",
      'server/src/bookings/index.ts': "export { list } from './event/event.ts'",
      [`${event}/event.ts`]: 'export const list = 1'
    },
    [
      'server/src/confirmations/letter/letter.ts imports server/src/bookings/event/event.ts past server/src/bookings/index.ts'
    ]
  ],
  [
    'a file for tests',
    { [`${event}/event.ts`]: "import { seed } from '../../../../testing/server/seed.ts'" },
    [`${event}/event.ts imports testing/server/seed.ts, which is for tests`]
  ],
  [
    'a file that imports it',
    { [`${event}/a.ts`]: "import './b.ts'", [`${event}/b.ts`]: "export { c } from './a.ts'" },
    [`these files import each other: ${event}/b.ts → ${event}/a.ts`]
  ],
  [
    'a folder that imports its own',
    {
      'server/src/bookings/event/a.ts': "import '../order/c.ts'",
      'server/src/bookings/event/b.ts': '',
      'server/src/bookings/order/c.ts': "import '../event/b.ts'"
    },
    ['these folders import each other: server/src/bookings/order → server/src/bookings/event']
  ]
])('a file does not import %s', (_, files, found) => expect(run(checkImports, files)).toEqual(found))

test('a source file is in a room, and the door of a room has few names', () => {
  expect(run(checkImports, { 'server/src/lost/file.ts': '' })).toEqual([
    'server/src/lost/file.ts is in no room of scripts/lib/rooms.ts'
  ])
  const names = Array.from({ length: 21 }, (_, n) => `export const name${n} = ${n}`)
  expect(run(checkImports, { 'server/src/bookings/index.ts': names.join('\n') })).toEqual([
    'server/src/bookings/index.ts exports 21 names; the most is 20'
  ])
})

test('a file imports its room, allowed rooms by their doors, and in a test any file', () => {
  expect(
    run(checkImports, {
      'contract/src/event.ts': '',
      [`${event}/event.ts`]: "import type { Event } from '@customer-center/contract/event'\nimport './day.ts'",
      [`${event}/day.ts`]: "import { sql } from 'kysely'",
      [`${event}/event.test.ts`]:
        "import { a } from '../../operator/check/check.ts'\nimport '../../../../testing/a.ts'",
      'server/src/bookings/index.ts': "export { list } from './event/event.ts'",
      'server/src/confirmations/letter/letter.ts': "import { list } from '../../bookings/index.ts'"
    })
  ).toEqual([])
})

const texts = (files: Files) => ({
  'elements/src/texts/text.de.json': '{}',
  'elements/src/texts/text.ch.json': '{}',
  ...files
})
const uses = { 'elements/src/screens/events/events.tsx': "text('list.title')" }
const german = 'elements/public/assets/text.at.json'

const record = '# 7. A choice\n\nDate: 2026-03-09\n\nStatus: accepted\n'
const records = 'docs/decisions'

const published = (version: string) => ({
  'package.json': '{"version": "1.2.3", "workspaces": ["elements", "e2e"]}',
  'elements/package.json': `{"version": "${version}"}`,
  'e2e/package.json': '{"version": "0.1.0", "private": true}'
})

const sameFunction = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`server/src/a${n}.ts`, 'const toRow = (n: number) => n']))

// Composed, because the check reads this file, too.
const otherLimit = ['most', 'Rows'].join('')

const cells: Check = (_, read) => checkCells(read)
const versions: Check = (_, read) => checkVersions(read)

test.each<[rule: string, check: Check, good: Files, broken: Files, found: string[]]>([
  [
    'cells of tables are short',
    cells,
    { 'README.md': `| ${'x'.repeat(100)} | y |` },
    { 'README.md': `| ${'x'.repeat(101)} | y |` },
    [`README.md has a cell of 101 characters ("${'x'.repeat(40)} …"); the most is 100`]
  ],
  [
    'a decision has its number, date and status',
    checkDecisions,
    { [`${records}/README.md`]: '[7](0007-choice.md)', [`${records}/0007-choice.md`]: record },
    {
      [`${records}/README.md`]: '[7](0007-choice.md)',
      [`${records}/0007-choice.md`]: record.replace('accepted', 'open'),
      [`${records}/0008-choice.md`]: record
    },
    [`${records}/0007-choice.md lacks a date or a status`, `${records}/0008-choice.md does not begin with its number`]
  ],
  [
    'the index lists each decision',
    checkDecisions,
    { [`${records}/README.md`]: '[7](0007-choice.md)', [`${records}/0007-choice.md`]: record },
    { [`${records}/README.md`]: '', [`${records}/0007-choice.md`]: record },
    [`${records}/README.md does not list 0007-choice.md`]
  ],
  [
    'a folder of a feature has the name of a noun',
    checkGlossary,
    { 'docs/GLOSSARY.md': '| `event` | a date |', [`${event}/event.ts`]: '' },
    { 'docs/GLOSSARY.md': '| `event` | a date |', 'server/src/bookings/course/course.ts': '' },
    [expect.stringMatching(/^"course" .* is not in docs\/GLOSSARY\.md$/) as string]
  ],
  [
    'few files have a function of the same name',
    checkHelperNames,
    sameFunction(4),
    sameFunction(5),
    [`server/src: toRow is a function in 5 files: ${Object.keys(sameFunction(5)).join(', ')}`]
  ],
  [
    'no export has an everyday word as its name',
    checkHelperNames,
    { [`${event}/event.ts`]: 'const text = 1\nexport const textOfDay = 1' },
    { [`${event}/event.ts`]: 'export const text = 1' },
    [`${event}/event.ts exports text, an everyday word without its noun`]
  ],
  [
    'the name of a limit begins with max',
    checkHelperNames,
    { [`${event}/event.ts`]: 'const maxRows = 1' },
    { [`${event}/event.ts`]: `const ${otherLimit} = 1` },
    [`${event}/event.ts has ${otherLimit}: the name of a limit begins with max`]
  ],
  [
    'a page names files that are there',
    checkNamedFiles,
    { 'docs/PAGE.md': 'See `event/day.ts`.', [`${event}/day.ts`]: '', 'docs/OLD.md': 'Status: superseded\n`lost.ts`' },
    { 'docs/PAGE.md': 'See `event/lost.ts`.', [`${event}/day.ts`]: '' },
    ['docs/PAGE.md names event/lost.ts, which is not there']
  ],
  [
    'a source file has at most 300 lines',
    checkSizes,
    { [`${event}/event.ts`]: '\n'.repeat(300), [`${event}/event.test.ts`]: '\n'.repeat(301) },
    { [`${event}/event.ts`]: '\n'.repeat(301) },
    [`${event}/event.ts has 301 lines; the most is 300`]
  ],
  [
    'statements are in repositories',
    checkStatements,
    { [`${event}/event.repository.ts`]: 'sql<Row>`select 1`.execute(db)' },
    { [`${event}/event.routes.ts`]: 'sql<Row>`select 1`.execute(db)' },
    [`${event}/event.routes.ts has a statement of SQL: it belongs in a *.repository.ts`]
  ],
  [
    'the builder writes, and templates read',
    checkStatements,
    { [`${event}/event.repository.ts`]: "db.insertInto('events').values(row)" },
    { [`${event}/event.repository.ts`]: "db.selectFrom('events').selectAll()" },
    [`${event}/event.repository.ts reads or deletes by the builder: that is an sql template`]
  ],
  [
    'a fixed text runs by the library',
    checkStatements,
    { 'server/src/platform/database/list.ts': "query<Row>(db, 'select 1')" },
    { [`${event}/event.repository.ts`]: "query<Row>(db, 'select 1')", [`${event}/day.repository.ts`]: 'CompiledQuery' },
    [
      `${event}/day.repository.ts uses CompiledQuery: platform/database/query.ts runs a fixed statement`,
      `${event}/event.repository.ts runs a fixed text: that is an sql template, or prepared`
    ]
  ],
  [
    'each text is used, and not empty',
    checkTexts,
    texts({ [german]: '{"list.title": "Termine"}', ...uses }),
    texts({ [german]: '{"list.title": "", "list.lost": "Kurse"}', ...uses }),
    [`${german}: list.title is empty`, 'text list.lost is used nowhere']
  ],
  [
    'another language has only its differences',
    checkTexts,
    texts({
      [german]: '{"list.title": "Jänner"}',
      'elements/src/texts/text.de.json': '{"list.title": "Januar"}',
      ...uses
    }),
    texts({
      [german]: '{"list.title": "Jänner"}',
      'elements/src/texts/text.de.json': '{"list.title": "Jänner", "list.more": "Mehr"}',
      ...uses
    }),
    [
      `elements/src/texts/text.de.json: list.title does not differ from ${german}`,
      `elements/src/texts/text.de.json has list.more, which ${german} lacks`
    ]
  ],
  [
    'an exported type has a name of its own',
    checkTypeNames,
    { 'server/src/a.ts': 'export interface Seat {}', 'contract/src/b.ts': 'type Seat = 1\nexport type Chair = Seat' },
    { 'server/src/a.ts': 'export interface Seat {}', 'contract/src/b.ts': 'export type Seat = 1' },
    ['contract/src/b.ts: the exported type Seat has the name of one in server/src/a.ts']
  ],
  [
    'published packages have the version of the repository',
    versions,
    published('1.2.3'),
    published('1.2.2'),
    ['elements/package.json has not the version 1.2.3 of package.json']
  ]
])('%s', (_, check, good, broken, found) => {
  expect(run(check, good)).toEqual([])
  expect(run(check, broken)).toEqual(found)
})
