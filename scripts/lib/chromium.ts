/**
 * How every test and benchmark starts Chromium: the executable that CHROMIUM names, with the options it needs to run as root in a
 * container, and without requests to Google's servers while something is measured.
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
