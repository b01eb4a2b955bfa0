import type { ReactNode } from 'react'
import './tiles.css'

export interface Tile {
  href: string
  path: string
  label: ReactNode
  /** URL of the big image. */
  image?: string | undefined
}

/**
 * Renders an overview's tiles: rows that are links, each with its image and its name, and with `lines` the room for a
 * value.
 */
export function Tiles({ tiles, label, lines }: { tiles: readonly Tile[]; label: string; lines: boolean }) {
  return (
    <nav aria-label={label}>
      <ul className="kc-tiles" part="tiles">
        {tiles.map(({ href, path, label: name, image }) => (
          <li key={path}>
            <a href={href} data-path={path} part="tile">
              {image && <img src={image} part="icon" alt="" />}
              <span>
                <span>{name}</span>
                {lines && <small />}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
