import type { IsoDate } from '@customer-center/contract/dates'
import { later } from './calendar.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { type DemoEvent, eventKey } from './events.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import { type Draft, fileNameOf } from './draft.ts'

const minutesOfChapter = 35
const { documents: captions } = catalogue

function scriptData(event: DemoEvent) {
  const { topic, from, to, location } = event
  return {
    title: topic.title,
    description: topic.description,
    event: topic.title,
    date: from,
    ...(to === from ? {} : { until: to }),
    location,
    lecturer: topic.lecturer,
    chapters: topic.chapters
  }
}

function recordingData({ topic, from }: DemoEvent) {
  return {
    title: topic.title,
    event: topic.title,
    date: from,
    lecturer: topic.lecturer,
    minutes: minutesOfChapter * topic.chapters.length,
    parts: topic.chapters.map(({ title, paragraphs }, index) => ({
      minute: minutesOfChapter * index,
      title,
      summary: paragraphs[0] ?? ''
    })),
    questions: topic.questions
  }
}

/**
 * Makes the scripts, which appear ten days before the event: its script, a handout for each further day, and the notes
 * of a recording.
 */
export function scriptDrafts(events: readonly DemoEvent[], today: IsoDate): Draft[] {
  let documentId = 60_000
  return events
    .filter(({ from }) => from <= later(today, 10))
    .flatMap((event): Draft[] => {
      const { topic, eventId, kind } = event
      const row = (caption: string, position: number) => ({
        externalId: String(++documentId),
        documentId,
        kind: kind === 'recording' ? 'recording' : 'script',
        event: eventKey(event),
        caption,
        fileName: fileNameOf(caption),
        dpoId: 8000 + eventId,
        dpdId: documentId,
        position
      })
      const script: Draft = {
        template: 'script',
        data: scriptData(event),
        row: row(fillText(captions.script, { title: topic.title }), 1)
      }
      if (kind === 'recording') {
        const caption = fillText(captions.recording, { title: topic.title })
        return [
          script,
          {
            template: 'recording-notes',
            data: recordingData(event),
            row: row(caption, 2)
          }
        ]
      }
      const handouts = topic.chapters.slice(0, event.days).map((chapter, index): Draft => {
        const caption = fillText(captions.handout, { title: chapter.title })
        const data = {
          ...scriptData(event),
          title: caption,
          description: captions.handoutDescription,
          chapters: [chapter]
        }
        return { template: 'script', data, row: row(caption, 2 + index) }
      })
      return [script, ...handouts]
    })
}
