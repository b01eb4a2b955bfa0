/**
 * Options with which every test and benchmark starts Chromium: the executable that CHROMIUM names, without a sandbox,
 * which root in a container needs, and without requests to Google's servers while something is measured.
 */
export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Without a UTF-8 locale, Chromium saves a file with an umlaut in its name as 'download'.
  env: { LANG: 'C.UTF-8', ...process.env },
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
