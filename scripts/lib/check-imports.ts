import { posix } from 'node:path'
import { findCycles } from './cycles.ts'
import { countExports, readImports } from './read-imports.ts'
import { rooms } from './rooms.ts'

/** Imports of each source file: paths of other sources, or names of packages. */
type Imports = Map<string, string[]>

const names = Object.keys(rooms)

/**
 * Checks that rooms import only what `rooms.ts` allows, that a room with an `index.ts` is imported only through it, and
 * that there are no cycles between files or between folders of a room. Type imports count, because a reader has to know
 * the imported file to understand the importing one.
 */
export function checkImports(files: string[], read: (path: string) => string) {
  const sources = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  const imports: Imports = new Map(sources.map((path) => [path, importsOf(path, read(path))]))
  return [
    ...sources
      .filter((path) => !isTest(path) && !roomOf(path))
      .map((path) => `${path} is in no room of scripts/lib/rooms.ts`),
    ...sources.filter((path) => path.endsWith('/index.ts')).flatMap((path) => checkDoor(path, read(path))),
    ...[...imports].flatMap(([path, imported]) => imported.flatMap((to) => checkImport(path, to, imports))),
    ...findCycles(imports).map((cycle) => `these files import each other: ${cycle.join(' → ')}`),
    ...findCycles(foldersOf(imports)).map((cycle) => `these folders import each other: ${cycle.join(' → ')}`)
  ]
}

function importsOf(path: string, code: string) {
  const { always, lazy } = readImports(path, code)
  const paths = [...always, ...lazy].map((name) =>
    name.startsWith('.')
      ? posix.join(posix.dirname(path), name)
      : name.replace(/^@customer-center\/contract\/(.*)/, 'contract/src/$1.ts')
  )
  return [...new Set(paths)]
}

function checkImport(path: string, imported: string, imports: Imports) {
  // Tests may import from any room.
  if (isTest(path)) return []
  const from = roomOf(path)
  const to = roomOf(imported)
  const isShared = from === 'lab' && imported.startsWith('testing/')
  if (isTest(imported)) return isShared ? [] : [`${path} imports ${imported}, which is for tests`]
  if (!from || !to || to === from) return []
  if (!mayImport(from, to))
    return [`${path} imports ${imported}, but scripts/lib/rooms.ts does not let ${from} import ${to}`]
  const door = doorOf(path, imported, imports)
  // A command file is a second entry of its room: `index.ts` would load all of the room.
  if (door && door !== imported && !imported.endsWith('.command.ts'))
    return [`${path} imports ${imported} past ${door}`]
  return []
}

/** Limit of names that a reader of another room can keep in mind. */
const maxExports = 20

function checkDoor(path: string, code: string) {
  const count = countExports(path, code)
  return count > maxExports ? [`${path} exports ${count} names; the most is ${maxExports}`] : []
}

function mayImport(from: string, to: string) {
  const isAbove = names.indexOf(listed(to)) < names.indexOf(listed(from))
  return isAbove && rooms[listed(from)]?.some((allowed) => isWithin(to, allowed))
}

/** Returns the `index.ts` of the outermost room that has one and contains the imported file, but not the importing one. */
function doorOf(path: string, imported: string, imports: Imports) {
  let door: string | undefined
  for (let folder = posix.dirname(imported); !isWithin(path, folder) && folder !== '.'; folder = posix.dirname(folder))
    if (imports.has(`${folder}/index.ts`)) door = `${folder}/index.ts`
  return door
}

/** Lists the folders within a room, each with the folders that it imports. */
function foldersOf(imports: Imports) {
  const folders: Imports = new Map()
  for (const [path, imported] of imports) {
    if (isTest(path) || path.endsWith('/index.ts')) continue
    const folder = posix.dirname(path)
    const others = imported
      .filter((to) => imports.has(to) && !isTest(to) && roomOf(to) === roomOf(path))
      .map((to) => posix.dirname(to))
      .filter((other) => other !== folder)
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  return folders
}

function isTest(path: string) {
  return /^(?:e2e\/browsers|testing\/server)\/|\/testing\/|\.test\.tsx?$|\.config\.ts$/.test(path)
}

/** Returns the room of a file or package; none for a package that any room may import. */
function roomOf(path: string) {
  if (/^(@[\w-]+\/)?([\w-]+-)?react(-|\/|$)/.test(path)) return 'react'
  const folder = posix.dirname(path).replace('/src', '')
  const parent = names.find((name) => name.endsWith('/*') && folder.startsWith(name.slice(0, -1)))
  if (parent) return folder.split('/').slice(0, parent.split('/').length).join('/')
  const inner = names.filter((name) => isWithin(folder, name)).toSorted((a, b) => b.length - a.length)[0]
  const hasRooms = names.some((name) => name !== inner && isWithin(name, inner ?? ''))
  return inner === folder || !hasRooms ? inner : undefined
}

/** Returns the room's name in the table. */
function listed(room: string) {
  return room in rooms ? room : `${posix.dirname(room)}/*`
}

function isWithin(room: string, outer: string) {
  return room === outer || room.startsWith(`${outer}/`)
}
