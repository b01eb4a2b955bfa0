import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawingRoot, mountDrawing } from '../../../testing/event-layers.ts'
import { exportedDrawings } from '../../../testing/exported-drawings.ts'

/** Reads the colours that the browser has painted at points of the view box. */
async function coloursAt(svg: SVGSVGElement, points: readonly string[]): Promise<Record<string, string>> {
  const picture = new Image()
  picture.src = `data:image/png;base64,${await page.elementLocator(svg).screenshot({ save: false })}`
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')!
  context.drawImage(picture, 0, 0)
  const names: Readonly<Record<string, string>> = {
    ff0000: 'red',
    '00ff00': 'lime',
    '0000ff': 'blue',
    ff00ff: 'magenta',
    ffffff: 'white'
  }
  return Object.fromEntries(
    points.map((point) => {
      const [x = 0, y = 0] = point.split(' ').map(Number)
      const { data } = context.getImageData((x / 100) * picture.width, (y / 60) * picture.height, 1, 1)
      const colour = Array.from(data.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')
      return [point, names[colour] ?? colour]
    })
  )
}

test.each(Object.entries(exportedDrawings))(
  'a drawing of %s has its colours, loses no shape, and check() and the console name what it is shown without',
  async (_, { svg, points, removed }) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { element } = await mountDrawing(svg)
    await expect.poll(() => drawingRoot(element)?.querySelector('svg')).toBeTruthy()
    const drawn = drawingRoot(element)!.querySelector('svg')!
    expect(await coloursAt(drawn, Object.keys(points))).toEqual(points)
    const said = warned.mock.calls.flat().filter((text) => String(text).includes('event model'))
    const names = removed.join(', ')
    expect(said).toEqual(removed.length > 0 ? [expect.stringContaining(`allowed in it: ${names}.`)] : [])
    const lines = await (element as unknown as HTMLElementTagNameMap['event-layers']).check()
    expect(lines.at(-1)).toMatchObject(
      removed.length > 0
        ? { name: 'drawing', state: 'failed', finding: `shown without ${names}` }
        : { name: 'drawing', state: 'fine' }
    )
  }
)
