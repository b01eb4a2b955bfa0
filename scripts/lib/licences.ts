/** Licences of packages that name none by its SPDX identifier; their files contain these. */
const read: Readonly<Record<string, string>> = {
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT'
}

/** Returns a package's licence: an SPDX expression, or none if nobody has identified the licence. */
export const licenceOf = (name: string, named: string | undefined): string | undefined =>
  read[name] ?? (named && /^(SEE|UNLICENSED)\b/.test(named) ? undefined : named)

interface Locked {
  readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly license?: string }>>
}

/** Checks that every package of the lock file has a licence. */
export function checkLicences(readFile: (path: string) => string): string[] {
  const { packages } = JSON.parse(readFile('package-lock.json')) as Locked
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }))
    .filter(({ name, license }) => !licenceOf(name, license))
    .map(({ name }) => `the package ${name} has no licence: read its files, and add it to scripts/lib/licences.ts`)
}
