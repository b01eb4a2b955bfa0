import { useId } from 'react'
import { germanDateRange } from '@customer-center/contract/dates'
import type { ListedEvent } from '../../data/event.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields/check-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { numberFormat } from '../../texts/number-format.ts'
import { useText } from '../../texts/texts.ts'
import './event-checklist.css'

interface EventChecklistProps {
  events: readonly ListedEvent[]
  unticked: ReadonlySet<string>
  onChange: (unticked: ReadonlySet<string>) => void
}

/** The events of the period, each with a checkbox. */
export function EventChecklist({ events, unticked, onChange }: EventChecklistProps) {
  const text = useText()
  const id = useId()
  const all = events.map(({ key }) => key)

  function toggle(key: string) {
    const next = new Set(unticked)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }

  return (
    <section className="kc-event-checks" aria-labelledby={id}>
      <header>
        <h2 id={id} part="heading">
          {text('education.events')}
        </h2>
        {events.length > 0 && (
          <>
            <output>
              {text('education.selected', {
                count: numberFormat.format(events.length - unticked.size),
                total: numberFormat.format(events.length)
              })}
            </output>
            <Button kind="plain" inactive={unticked.size === 0} onClick={() => onChange(new Set())}>
              {text('education.all')}
            </Button>
            <Button kind="plain" inactive={unticked.size === events.length} onClick={() => onChange(new Set(all))}>
              {text('education.none')}
            </Button>
          </>
        )}
      </header>
      {events.length === 0 && <Notice>{text('education.empty')}</Notice>}
      <ul>
        {events.map((event) => (
          <li key={event.key}>
            <CheckField
              label={
                <>
                  <span className="kc-date">{germanDateRange(event.from, event.to)}</span> {event.caption}
                </>
              }
              checked={!unticked.has(event.key)}
              onChange={() => toggle(event.key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
