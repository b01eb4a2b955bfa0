import { loadJson } from './load-json.ts'

const refreshMs = 3000
const maxShown = 50

const entry = document.querySelector<HTMLElement>('.demo-sheet .mails')
const badge = document.querySelector<HTMLElement>('.demo-pill .count')
if (entry && badge) void setUp(entry, badge)

/**
 * Shows on the pill how many mails the server has written to files instead of sending them, while the page is in sight,
 * and the way to them.
 */
async function setUp(link: HTMLElement, count: HTMLElement): Promise<void> {
  const refresh = async () => {
    const number = (await loadJson<{ count: number }>('demo/mail-count.json'))?.count
    if (number === undefined) return false
    count.hidden = number === 0
    count.textContent = number < maxShown ? String(number) : `${maxShown}+`
    const unit = document.createElement('span')
    unit.className = 'far'
    unit.textContent = number === 1 ? ' E-Mail' : ' E-Mails'
    count.append(unit)
    return true
  }
  if (!(await refresh())) return link.remove()
  window.setInterval(() => {
    if (!document.hidden) void refresh()
  }, refreshMs)
  link.hidden = false
}
