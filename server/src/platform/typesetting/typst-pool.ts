import type { Typst } from './typst-process.ts'

export interface TypstPool {
  /** Runs it with a process that does nothing else meanwhile; the next in line gets the process that is free first. */
  run<Result>(work: (typst: Typst) => Promise<Result>): Promise<Result>
  /** Ends the processes; what runs or waits is rejected. */
  end(): Promise<void>
}

interface Place {
  typst?: Typst
}

/**
 * Up to `size` Typst processes. The first one starts now, each other one when all are busy, since it costs some 120 MB; one
 * that died is replaced when its turn comes.
 * @throws Error when the first process cannot be started
 */
export async function openTypstPool(size: number, start: () => Promise<Typst>): Promise<TypstPool> {
  const places: Place[] = [{ typst: await start() }, ...Array.from({ length: size - 1 }, () => ({}))]
  const free = [...places]
  const waiting: ((place: Place) => void)[] = []
  let ended = false

  const take = (): Promise<Place> | Place => free.shift() ?? new Promise((resolve) => waiting.push(resolve))
  const giveBack = (place: Place): void => {
    const next = waiting.shift()
    // To the front: a place that never had a process comes last.
    if (next) next(place)
    else free.unshift(place)
  }
  const aliveIn = async (place: Place): Promise<Typst> => {
    if (ended) throw new Error('letters are closed')
    if (place.typst?.alive()) return place.typst
    const typst = await start()
    place.typst = typst
    if (ended) await typst.end()
    return typst
  }

  return {
    async run(work) {
      const place = await take()
      try {
        return await work(await aliveIn(place))
      } finally {
        giveBack(place)
      }
    },
    async end() {
      ended = true
      await Promise.all(places.flatMap(({ typst }) => typst?.end() ?? []))
    }
  }
}
