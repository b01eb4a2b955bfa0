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
import { Icon } from '../icon.tsx'
import { AriaFrame } from './aria-frame.tsx'
import type { FieldAriaProps } from './field-frame.tsx'
import { KeepPageAccessible } from './keep-page-accessible.tsx'
import type { SelectOption } from './select-field.tsx'

interface SearchOption extends SelectOption {
  /** The text of the search. */
  search: string
}

export interface SearchBoxProps {
  aria: FieldAriaProps
  label: string
  /** The options, the same array as long as nothing in it changes: ten thousand are not read again with every key. */
  options: readonly SearchOption[]
  /** The chosen option's value; empty for none. */
  value: string
  onChange: (value: string) => void
  /** Returns a test whether an option fits the typed text. */
  matcherOf: (query: string) => (search: string) => boolean
  /** The list's text if nothing fits. */
  none: string
  /** Returns a text about the matching options that the list does not show. */
  more: (count: number) => string
  placeholder: string
}

/** Returns the height of an option, as its styles have it. */
const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 40)

/**
 * The list offers so many at once, the others when more is typed. react-aria creates a node for every item with each key, visible or
 * not: on a busy machine a development build found one after two typed characters in 1.6 s with all ten thousand as items, in 0.9 s
 * with five hundred.
 */
const maxItems = 500

/** Renders a searchable list of which only the visible rows are in the document. */
export default function SearchBox({ aria, options, value, onChange, matcherOf, ...texts }: SearchBoxProps) {
  const chosen = options.find((one) => one.value === value)
  const [typed, setTyped] = useState<string | null>(null)
  const { items, left } = useMemo(
    () => itemsOf(options, typed?.trim() ? matcherOf(typed) : null, chosen),
    [options, typed, matcherOf, chosen]
  )

  return (
    <AriaFrame>
      <ComboBox
        className="kc-search-box"
        aria-label={texts.label}
        items={items}
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
        <KeepPageAccessible />
        <OpeningInput {...aria} part="input" placeholder={texts.placeholder} />
        {/* react-aria moves the focus to the field while the button goes down; Firefox would then move it to the button. */}
        <Button className="kc-search-open" onMouseDown={(event) => event.preventDefault()}>
          <Icon name="chevron" />
        </Button>
        {/* The list is as wide as the field, which may fill the window: react-aria's padding of 12 px would push the
            list off the edge, make the page scroll and so close the list. */}
        <Popover className="kc-aria-popover kc-search-list" offset={4} containerPadding={0} maxHeight={360} isNonModal>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: rowHeight() }}>
            <ListBox<SearchOption> renderEmptyState={() => <p>{texts.none}</p>}>
              {(one) => (
                <ListBoxItem id={one.value} textValue={one.label}>
                  {one.label}
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
          {left > 0 && <p className="kc-search-more">{texts.more(left)}</p>}
        </Popover>
      </ComboBox>
    </AriaFrame>
  )
}

/** Returns the options that the list offers at once, and the number of those that it leaves out. */
function itemsOf(options: readonly SearchOption[], fits: ((search: string) => boolean) | null, chosen?: SearchOption) {
  const found = fits ? options.filter(({ search }) => fits(search)) : options
  const first = found.slice(0, maxItems)
  // The ComboBox takes the chosen option's label from its items.
  const items = chosen && !fits && !first.includes(chosen) ? [chosen, ...first] : first
  return { items, left: found.length - first.length }
}

/**
 * Opens the list with a click, like the drop-downs beside it, and selects the text, so that typing replaces it; react-aria opens it
 * only with its button and while somebody types.
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
