import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { createTypesetter, type Typesetter, type TypesetterOptions } from './typesetter.ts'

const scratch = sharedFolder()
const folderOf = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(scratch, 'templates-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}
const head = '#set document(title: "Brief", date: none)\n#set text(font: "Source Sans 3")\n'
const invoice = { number: 'R2026-004711' }
const shipped = folderOf({ 'invoice.typ': `${head}#json("data.json").number`, 'script.typ': `${head}Skript` })
const open = (overrides: string, options: Omit<TypesetterOptions, 'folders'> = {}) =>
  createTypesetter({ folders: [shipped], overrides, ...options })

let typesetter: Typesetter
beforeAll(() => {
  typesetter = open('')
})
afterAll(() => typesetter.close())

describe('a letter that fails', () => {
  test('names the template and the missing field, and the next letter is set', async () => {
    const failing = typesetter.render('invoice', {})
    const next = typesetter.render('invoice', invoice)
    await expect(failing).rejects.toThrow(/document invoice failed: .*"number"/)
    expect(
      Buffer.from(await next)
        .subarray(0, 5)
        .toString()
    ).toBe('%PDF-')
  })

  test.each(['../invoice', 'invoice.typ', '', 'constructor/x'])(
    'no file outside the folder is a template: %j',
    async (name) => {
      await expect(typesetter.render(name, invoice)).rejects.toThrow('no such template')
    }
  )
})

test('a file of a later folder takes the place of one of an earlier folder, and a provider’s file that of both', async () => {
  const fails = (name: string) => `#panic("${name}")`
  const later = folderOf({ 'invoice.typ': fails('later'), 'script.typ': fails('later') })
  const mine = createTypesetter({
    folders: [shipped, later],
    overrides: folderOf({ 'script.typ': fails('mine') })
  })
  await expect(mine.render('invoice', invoice)).rejects.toThrow('later')
  await expect(mine.render('script', {})).rejects.toThrow('mine')
  await mine.close()
})

describe('a provider’s folder of templates', () => {
  // The loop is a minute of work: Typst stops a loop that never ends, so this one is merely long.
  const endless =
    '#let f(n) = range(9000).map(i => range(9000).map(j => calc.pow(i, 2) + j + n).sum()).sum()\n#for n in range(18) [#f(n)]'

  test('a template with a mistake is rejected with its file and reason', async () => {
    const mine = open(folderOf({ 'invoice.typ': '#let x = (' }))
    await expect(mine.render('invoice', invoice)).rejects.toThrow(
      /^document invoice failed: \/.*\/invoice\.typ, line 1: unclosed delimiter$/
    )
    await expect(mine.render('script', {})).resolves.toHaveProperty('length')
    await mine.close()
  })

  test('a letter that takes too long is given up, and the next one is set by a new process', async () => {
    // On a busy machine the process of the next one, which has the lowest priority, takes seconds for it.
    const mine = open(folderOf({ 'invoice.typ': endless }), { timeLimitMs: 10_000, processes: 1 })
    const failing = mine.render('invoice', invoice)
    const next = mine.render('script', {})
    await expect(failing).rejects.toThrow('document invoice failed: no document after 10000 ms')
    expect((await next).length).toBeGreaterThan(500)
    await mine.close()
  })

  test('a short letter does not wait for large documents, however many', async () => {
    const mine = open(folderOf({ 'invoice.typ': endless }))
    const large = [1, 2, 3].map(() => mine.render('invoice', invoice, { size: 'large' }).catch(String))
    expect((await mine.render('script', {})).length).toBeGreaterThan(500)
    await mine.close()
    for (const outcome of await Promise.all(large))
      expect(outcome).toMatch(/the Typst process ended|typesetter is closed/)
  })

  test('what waits for a process when the typesetter is closed is rejected, and no process is left', async () => {
    const before = children()
    const mine = open(folderOf({ 'invoice.typ': endless }), { processes: 2 })
    const all = [1, 2, 3].map(() => mine.render('invoice', invoice))
    const outcomes = Promise.allSettled(all)
    await mine.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(mine.render('invoice', invoice)).rejects.toThrow('the typesetter is closed')
    // One of another test may end meanwhile.
    expect(children().filter((each) => !before.includes(each))).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('a killed process rejects its letter alone', async () => {
    const before = children()
    const mine = open(folderOf({ 'invoice.typ': endless }), { processes: 1 })
    await mine.start()
    const [pid] = children().filter((each) => !before.includes(each))
    const failing = mine.render('invoice', invoice)
    const next = mine.render('script', {})
    process.kill(pid ?? Number.NaN, 'SIGKILL')
    await expect(failing).rejects.toThrow('document invoice failed: the Typst process ended')
    expect((await next).length).toBeGreaterThan(500)
    await mine.close()
  })
})

/** Lists our child processes from /proc, since a typesetter gives no access to its processes. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
