import { onTestFinished } from 'vitest'

/** Records the tabs that the page opens; `blocked` behaves like a pop-up blocker. */
export function watchTabs({ blocked = false } = {}): Window[] {
  const tabs: Window[] = []
  const open = window.open.bind(window)
  window.open = (...where) => {
    const tab = blocked ? null : open(...where)
    if (tab) tabs.push(tab)
    return tab
  }
  onTestFinished(() => {
    window.open = open
    for (const tab of tabs) tab.close()
  })
  return tabs
}

interface SavedFile {
  url: string
  name: string
  type: string
  content: Promise<string>
}

/** Records the files that the page saves, instead of writing them to the disk. */
export function watchDownloads(): SavedFile[] {
  const saved: SavedFile[] = []
  const blobs = new Map<string, Blob>()
  const create = URL.createObjectURL.bind(URL)
  URL.createObjectURL = (blob: Blob) => {
    const url = create(blob)
    blobs.set(url, blob)
    return url
  }
  HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href) ?? new Blob()
    saved.push({ url: this.href, name: this.download, type: blob.type, content: blob.text() })
  }
  onTestFinished(() => {
    URL.createObjectURL = create
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click')
  })
  return saved
}
