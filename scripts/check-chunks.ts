// Checks the download of the first paint and what each screen adds to that of the overview; run it after a build.
// Any output is a failure; `--list` prints all sizes.
import { checkChunks, firstPaintSize, screenSizes } from './lib/check-chunks.ts'

if (process.argv.includes('--list')) {
  console.log(`first paint: ${(firstPaintSize() / 1000).toFixed(1)} kB`)
  for (const [screen, bytes] of screenSizes()) console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB`)
}
const broken = checkChunks()
for (const line of broken) console.log(line)
process.exitCode = broken.length === 0 ? 0 : 1
