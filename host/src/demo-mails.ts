/** A mail that the server wrote to a file instead of sending it, as listed in /demo/mails.json. */
interface DemoMail {
  name: string
  date: string
  to: string
  subject: string
  text: string
}

const refreshMs = 3000
const time = new Intl.DateTimeFormat('de-AT', { dateStyle: 'short', timeStyle: 'medium' })

const panel = document.querySelector<HTMLElement>('aside.mails')
if (panel) void setUp(panel)

/** Loads the mails; null where the server is not in demo mode or sends its mails. */
async function loadMails(): Promise<DemoMail[] | null> {
  try {
    const response = await fetch('demo/mails.json')
    return response.ok ? ((await response.json()) as DemoMail[]) : null
  } catch {
    return null
  }
}

/** Shows the mails, newest first, and refreshes them while the panel is open. */
async function setUp(aside: HTMLElement): Promise<void> {
  const details = aside.querySelector('details')
  const list = aside.querySelector('ol')
  const hint = aside.querySelector('p')
  if (!details || !list || !hint || !(await loadMails())) return aside.remove()
  const shown = new Set<string>()
  let timer: number | undefined

  async function refresh(to: HTMLOListElement, empty: HTMLParagraphElement): Promise<void> {
    for (const mail of (await loadMails())?.toReversed() ?? []) {
      if (!shown.has(mail.name)) to.prepend(itemOf(mail))
      shown.add(mail.name)
    }
    empty.hidden = shown.size > 0
  }

  details.addEventListener('toggle', () => {
    window.clearInterval(timer)
    if (!details.open) return
    void refresh(list, hint)
    timer = window.setInterval(() => void refresh(list, hint), refreshMs)
  })
  aside.hidden = false
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
