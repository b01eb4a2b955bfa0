import { createContext, useContext } from 'react'
import type at from '../../public/assets/text.at.json'

/** Every text that the elements show has its id in `public/assets/text.at.json`. */
export type TextId = keyof typeof at

/** A text; `{name}` in it stands for a value. */
export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string

export const TextContext = createContext<Text>((id) => id)

/** The function that finds texts by their id. */
export function useText(): Text {
  return useContext(TextContext)
}
