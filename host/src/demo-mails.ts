import { loadJson } from './load-json.ts'

/** A mail that the server wrote to a file instead of sending it, as listed in /demo/mails.json. */
interface DemoMail {
  name: string
  date: string
  to: string
  subject: string
  text: string
}

const refreshMs = 3000
const mostMails = 20
const time = new Intl.DateTimeFormat('de-AT', { dateStyle: 'medium', timeStyle: 'short' })

const panel = document.querySelector<HTMLElement>('section.mails')
if (panel) void setUp(panel)

/** Shows the number of the mails on the pill, and in the opened list the mails, newest first, while the page is in sight. */
async function setUp(section: HTMLElement): Promise<void> {
  const details = section.querySelector('details')
  const list = section.querySelector('ol')
  const hint = section.querySelector('p')
  const count = document.querySelector<HTMLElement>('.demo-pill .count')
  const sheet = section.parentElement
  if (!details || !list || !hint || !count || !sheet) return section.remove()
  const shown = new Set<string>()

  const showNumber = (number: number) => {
    // A visitor who comes for the mails finds them above the persons; while somebody reads, nothing moves.
    if (number > 0 && !sheet.matches(':popover-open')) sheet.querySelector('.acts')?.after(section)
    hint.hidden = number > 0
    count.hidden = number === 0
    count.textContent = number < mostMails ? String(number) : `${mostMails}+`
    const unit = document.createElement('span')
    unit.className = 'far'
    unit.textContent = number === 1 ? ' E-Mail' : ' E-Mails'
    count.append(unit)
  }
  const refresh = async () => {
    const mails = details.open ? await loadJson<DemoMail[]>('demo/mails.json') : null
    const number = mails?.length ?? (await loadJson<{ count: number }>('demo/mail-count.json'))?.count
    if (number !== undefined) showNumber(number)
    for (const mail of mails?.toReversed() ?? []) {
      if (!shown.has(mail.name)) list.prepend(itemOf(mail))
      shown.add(mail.name)
    }
    return number !== undefined
  }

  if (!(await refresh())) return section.remove()
  const reveal = async ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement && target.open)) return
    await refresh()
    target.scrollIntoView({ block: 'nearest' })
  }
  // The listener also gets the events of each mail's details, since it captures: `toggle` does not bubble.
  section.addEventListener('toggle', (event) => void reveal(event), true)
  window.setInterval(() => {
    if (!document.hidden) void refresh()
  }, refreshMs)
  section.hidden = false
}

/** Turns the addresses in a text into links. */
function linked(text: string): (string | HTMLAnchorElement)[] {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    if (index % 2 === 0) return part
    const link = document.createElement('a')
    link.href = part
    link.textContent = part
    return link
  })
}

/** Makes the item of a mail. Everything is set as text, so that nothing in a mail becomes markup. */
function itemOf({ date, to, subject, text }: DemoMail): HTMLLIElement {
  const item = document.createElement('li')
  const mail = document.createElement('details')
  const summary = document.createElement('summary')
  const body = document.createElement('pre')
  summary.textContent = [subject, `an ${to}`, date && time.format(new Date(date))].filter(Boolean).join(' · ')
  body.append(...linked(text))
  body.tabIndex = 0
  mail.append(summary, body)
  item.append(mail)
  return item
}
