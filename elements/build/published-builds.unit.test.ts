import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { publishedBuilds } from './published-builds.ts'

async function createProject() {
  const folder = await mkdtemp(join(tmpdir(), 'published-builds-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  return {
    dist,
    /** Builds a loader that loads one chunk, which says `word`. */
    async build(word: string, version = '1.0.0') {
      await writeFile(join(folder, 'screen.js'), `export default '${word}'`)
      await writeFile(join(folder, 'loader.js'), `import('./screen.js').then((screen) => console.log(screen.default))`)
      await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        plugins: [publishedBuilds({ loader: 'loader.js', version, builds: 3 })],
        build: {
          modulePreload: false,
          rolldownOptions: {
            input: join(folder, 'loader.js'),
            output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
          }
        }
      })
      const loader = await readFile(join(dist, 'loader.js'), 'utf8')
      return /chunks\/screen-[\w-]+\.js/.exec(loader)?.[0] ?? ''
    },
    read: (file: string) => readFile(join(dist, file), 'utf8')
  }
}

test('the chunks of the last builds stay, and those before them go with their compressed copies', async () => {
  const project = await createProject()
  const chunks: string[] = []
  for (const word of ['eins', 'zwei', 'drei', 'vier']) {
    const chunk = await project.build(word)
    chunks.push(chunk)
    await writeFile(join(project.dist, `${chunk}.br`), word)
  }
  expect(new Set(chunks).size).toBe(4)
  const kept = chunks.slice(1).flatMap((chunk) => [chunk, `${chunk}.br`])
  const names = (await readdir(join(project.dist, 'chunks'))).map((name) => `chunks/${name}`)
  expect(names.toSorted()).toEqual(kept.toSorted())
  expect(await project.read(chunks[1] ?? '')).toContain('zwei')
})

test('a build that changes nothing pushes none of the others out', async () => {
  const project = await createProject()
  const first = await project.build('eins')
  for (let i = 0; i < 4; i += 1) await project.build('zwei')
  expect(await project.read(first)).toContain('eins')
})

test('each kept version has the loader and the hashes of its last build', async () => {
  const project = await createProject()
  const old = await project.build('eins', '1.0.0')
  await project.build('zwei', '1.1.0')
  const fixed = await project.build('drei', '1.1.0')
  expect(await project.read('.releases/1.0.0/loader.js')).toContain(old)
  expect(await project.read('.releases/1.1.0/loader.js')).toContain(fixed)
  expect(Object.keys(JSON.parse(await project.read('.releases/1.0.0/integrity.json')))).toContain(old)
  await project.build('vier', '1.2.0')
  expect((await readdir(join(project.dist, '.releases'))).toSorted()).toEqual(['1.1.0', '1.2.0'])
})

test('integrity.json has the hash of every script of the build, as a page names it', async () => {
  const project = await createProject()
  await project.build('eins')
  const chunk = await project.build('zwei')
  const hashes = JSON.parse(await project.read('integrity.json')) as Record<string, string>
  expect(Object.keys(hashes).toSorted()).toEqual([chunk, 'loader.js'].toSorted())
  for (const [file, hash] of Object.entries(hashes)) {
    const bytes = await readFile(join(project.dist, file))
    expect(hash).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`)
  }
})

test('no compressed copy of a loader before it is left beside a new one', async () => {
  const project = await createProject()
  await project.build('eins')
  await writeFile(join(project.dist, 'loader.js.br'), 'eins')
  await project.build('zwei')
  expect(await readdir(project.dist)).not.toContain('loader.js.br')
})
