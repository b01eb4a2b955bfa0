import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { installDebian } from './browser.ts'
import { root, run, stop } from './run.ts'

const folder = `${root}/.cache/wordpress`
const programs = { php: 'php-cli', mariadbd: 'mariadb-server-core' }
const drivers = ['php-mysql']

/** Packages: WordPress with its theme, and the packages that its files link to. */
const packages = ['wordpress', 'wordpress-theme-twentytwentythree', 'php-getid3', 'libjs-cropper', 'libjs-underscore']

/**
 * Unpacks Debian's WordPress in `.cache/wordpress/`, and installs PHP without a web server and MariaDB without a
 * service, which run it. Debian's package of WordPress is only unpacked, because installing it would start a web server
 * on this machine.
 */
export async function ensureWordpress() {
  const missing = await Promise.all(
    Object.keys(programs).map(async (name) => (await run('which', [name], { quiet: true })).code !== 0)
  )
  const { output } = missing[0] ? { output: '' } : await run('php', ['-m'], { quiet: true })
  if (missing.some(Boolean) || !/^mysqli$/m.test(output)) {
    console.log('Installing PHP and MariaDB …')
    await installDebian([...Object.values(programs), ...drivers])
  }
  if (!existsSync(folder)) await unpack()
}

async function unpack() {
  console.log('Unpacking WordPress …')
  mkdirSync(`${root}/.cache`, { recursive: true })
  const cwd = mkdtempSync(`${folder}-`)
  const { code, output } = await run('apt-get', ['download', '-qq', ...packages], { quiet: true, cwd })
  if (code !== 0) stop(`WordPress could not be downloaded:\n${output}`)
  for (const name of readdirSync(cwd)) await run('dpkg-deb', ['-x', name, 'unpacked'], { cwd })
  // The file links to the path of an installed package.
  rmSync(`${cwd}/unpacked/usr/share/wordpress/.htaccess`)
  renameSync(`${cwd}/unpacked`, folder)
  rmSync(cwd, { recursive: true })
}

/** @returns a version such as `6.1.9` */
export function wordpressVersion(): string {
  const text = readFileSync(`${folder}/usr/share/wordpress/wp-includes/version.php`, 'utf8')
  return /\$wp_version = '(.+)'/.exec(text)?.[1] ?? stop('WordPress does not say its version.')
}
