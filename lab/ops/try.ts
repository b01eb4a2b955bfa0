import { stop } from '../../scripts/lib/run.ts'
import { runProvider, startProgram } from '../../testing/process.ts'
import { lacksForComposition, type Programs, startComposition } from './composition.ts'
import { firstPerson, logInFirst } from './first-login.ts'

const built: Programs = {
  start: startProgram,
  async command(words, settings) {
    const { code, stdout, stderr } = await runProvider(words, settings)
    if (code !== 0) stop(stdout + stderr)
  }
}

// With `--check` the script logs in by itself, says how long it took, and ends.
const isCheck = process.argv.includes('--check')
const lacking = lacksForComposition()
if (lacking) stop(`This machine lacks ${lacking}; sh ops/try.sh installs it on Debian.`)
const begun = Date.now()
const {
  url,
  certificate,
  mailServer,
  link,
  stop: end
} = await startComposition(built, Number(process.env['PORT'] || 8443))

if (isCheck) {
  await logInFirst(link, certificate)
  console.log(`The first login was ${Math.round((Date.now() - begun) / 1000)} s after the start.`)
  await end()
} else {
  console.log(`
The customer center of 'Berg Akademie GmbH' is at ${url}, with PostgreSQL, two servers and a worker behind HAProxy,
whose certificate your browser does not know. ${firstPerson.name} got a mail with a link to choose a password:

  ${link}

The login then takes the customer number ${firstPerson.customerNumber} and ${firstPerson.email}. All further mails are shown here.
Ctrl+C ends it and deletes its data.`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit()))
  for (let number = 2; ; number += 1) {
    const { recipients, mail } = await mailServer.mail(number)
    console.log(`\nMail to ${recipients.join(', ')}: ${mail.subject}\n\n${mail.text}`)
  }
}
