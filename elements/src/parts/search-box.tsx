import { type ComponentProps, use, useMemo, useState } from 'react'
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover
} from 'react-aria-components/ComboBox'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { AriaFrame } from './aria-frame.tsx'
import type { Tied } from './field-frame.tsx'
import type { Option } from './select-field.tsx'
import { StayInSight } from './stay-in-sight.tsx'

interface SearchOption extends Option {
  /** What the search looks into. */
  search: string
}

export interface SearchBoxProps {
  /** What ties the input to its label and messages. */
  tied: Tied
  label: string
  /** The same array as long as nothing in it changes: ten thousand are not read again with every key. */
  options: readonly SearchOption[]
  /** The chosen option's value; empty for none. */
  value: string
  onChange: (value: string) => void
  /** Tells whether an option fits what was typed. */
  matcherOf: (query: string) => (search: string) => boolean
  /** What the list says if nothing fits. */
  none: string
  /** Says how many more options fit what was typed than the list shows. */
  more: (count: number) => string
  placeholder: string
}

/** A row of the list is as high as a finger needs. */
const rowHeight = 44

/**
 * So many are offered at once; the others by typing more. react-aria makes a node for every item with each key, whether it is in sight
 * or not: on a busy machine a development build found one after two typed characters in 1.6 s with all ten thousand as items, in 0.9 s
 * with five hundred.
 */
const most = 500

/** The searchable choice itself, with only the rows in sight in the document. */
export default function SearchBox({
  tied,
  options,
  value,
  onChange,
  matcherOf,
  none,
  more,
  placeholder,
  label
}: SearchBoxProps) {
  const chosen = options.find((one) => one.value === value)
  const [typed, setTyped] = useState<string | null>(null)
  const { shown, left } = useMemo(() => {
    const fits = typed === null || typed.trim() === '' ? null : matcherOf(typed)
    const found = fits ? options.filter((one) => fits(one.search)) : options
    const first = found.slice(0, most)
    // The box finds the name of the chosen one among its items.
    const all = chosen && !fits && !first.includes(chosen) ? [chosen, ...first] : first
    return { shown: all, left: found.length - first.length }
  }, [options, typed, matcherOf, chosen])

  return (
    <AriaFrame>
      <ComboBox
        className="kc-search-box"
        aria-label={label}
        items={shown}
        value={value === '' ? null : value}
        inputValue={typed ?? chosen?.label ?? ''}
        allowsEmptyCollection
        onInputChange={setTyped}
        onChange={(key) => {
          if (typeof key === 'string') onChange(key)
          setTyped(null)
        }}
        onOpenChange={(open) => !open && setTyped(null)}
      >
        <StayInSight />
        <OpeningInput {...tied} part="input" placeholder={placeholder} />
        <Button className="kc-search-open" />
        {/* As wide as the field, which may fill the window: pushed off its edge by react-aria's own 12 px, the list would make the page scroll and close. */}
        <Popover className="kc-aria-popover kc-search-list" offset={4} containerPadding={0} maxHeight={360} isNonModal>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
            <ListBox<SearchOption> renderEmptyState={() => <p>{none}</p>}>
              {(one) => (
                <ListBoxItem id={one.value} textValue={one.label}>
                  {one.label}
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
          {left > 0 && <p className="kc-search-more">{more(left)}</p>}
        </Popover>
      </ComboBox>
    </AriaFrame>
  )
}

/**
 * Opens the list with a click, as the drop-downs beside it do, and lets what is typed then take the place of the name that stands there;
 * react-aria opens with its button and while one types.
 */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = use(ComboBoxStateContext)
  return (
    <Input
      {...props}
      onClick={({ currentTarget }) => {
        if (!state || state.isOpen) return
        currentTarget.select()
        state.open(null, 'manual')
      }}
    />
  )
}
