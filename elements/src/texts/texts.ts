import { createContext, useContext } from 'react'
import type at from '../../public/assets/text.at.json'
import type { firstTexts } from './language-files.ts'

/** Every text that the elements show has its id in `public/assets/text.at.json`. */
export type TextId = keyof typeof at

/** Returns a text with its placeholders, like `{name}`, replaced by values. */
export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string

/** The texts of the first view, which are there before all others. */
export type FirstText = (
  id: Extract<TextId, `${(typeof firstTexts)[number]}${string}`>,
  values?: Parameters<Text>[1]
) => string

export const TextContext = createContext<Text>((id) => id)

export function useText(): Text {
  return useContext(TextContext)
}
