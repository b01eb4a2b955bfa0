import { loadJson } from './load-json.ts'

/** A course of the shop's programme, as listed in /demo/courses.json. */
export interface Course {
  eventId: number
  no: number
  title: string
  from: string
  to: string
  place: string
  isOnline: boolean
  /** Net price for one participant in cents. */
  price: number
}

const day = new Intl.DateTimeFormat('de-AT', {
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC'
})
const money = new Intl.NumberFormat('de-AT', { minimumFractionDigits: 2 })

/** Formats the first day of a course, and the number of days that follow. */
export function dateOf({ from, to }: Pick<Course, 'from' | 'to'>): string {
  const more = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return `${day.format(Date.parse(from)).replace('.,', ',')}${more > 0 ? ` · ${more + 1} Tage` : ''}`
}

export const priceOf = ({ price }: Pick<Course, 'price'>): string => `${money.format(price / 100)} €`

export const courseKey = ({ eventId, no }: Course): string => `${eventId}-${no}`

export const loadCourses = async () => (await loadJson<Course[]>('demo/courses.json')) ?? []

export function htmlElement(name: string, content: string, className = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = content
  made.className = className
  return made
}

function itemOf(course: Course): HTMLLIElement {
  const link = document.createElement('a')
  link.href = `./booking.html?kurs=${courseKey(course)}`
  link.append('Buchen', htmlElement('span', ` – ${course.title}`, 'far'))
  const item = document.createElement('li')
  const date = htmlElement('time', dateOf(course))
  date.setAttribute('datetime', course.from)
  const parts = [htmlElement('span', course.place, 'place'), htmlElement('span', priceOf(course), 'price')]
  item.append(date, htmlElement('h3', course.title), ...parts, link)
  return item
}

const list = document.querySelector('.courses ol')
if (list) list.append(...(await loadCourses()).map(itemOf))
