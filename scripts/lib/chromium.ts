/**
 * How every test and bench starts its Chromium: the program that CHROMIUM names, with what it needs to run as root in a
 * container, and without what it would ask of Google's servers while something is measured.
 */
export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync'
  ]
}
