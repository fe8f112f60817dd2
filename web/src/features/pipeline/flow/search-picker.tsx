import { Group, Text } from '@mantine/core'
import { BookmarkPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import box from '../../../criteria/places/type-ahead.module.css'
import { TypeAhead } from '../../../criteria/places/type-ahead.tsx'
import { getFirstSuggestion } from '../../../criteria/places/use-combobox-keys.ts'
import { formatMatchCount } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RetryButton } from '../retry-button.tsx'
import { type SourceChoice, useSearchChoices } from './flow.data.ts'
import classes from './flow.module.css'
import { getRefusal, groupChoices } from './stack-rules.ts'

type SearchPickerProps = { chosen: readonly SourceChoice[]; onPick: (search: SourceChoice) => void }

const maxListHeight = 340

/** Whether the list has to open upwards: a list that scrolls with the window cannot be scrolled into view. */
function useListDirection() {
  const frame = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  const measure = () => {
    const { top, bottom } = frame.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const below = window.innerHeight - bottom
    setUp(below < maxListHeight && top > below)
  }
  return { frame, isUp, measure }
}

export function SearchPicker({ chosen, onPick }: SearchPickerProps) {
  const [typed, setTyped] = useState('')
  const [refusalText, setRefusalText] = useState<string>()
  const { frame, isUp, measure } = useListDirection()
  const { data, items, hasLists, error, isFetching, isSettled, refetch } = useSearchChoices(typed)
  if (error && !data)
    return (
      <Notice tone="warn">
        <Group component="span" gap="4px 12px">
          Your saved searches could not be loaded: {getErrorMessage(error)}
          <RetryButton isFetching={isFetching} onRetry={() => void refetch()} />
        </Group>
      </Notice>
    )
  const pick = (id: string) => {
    const picked = items.find((one) => one.id === id)
    if (!picked) return
    const refusal = getRefusal(picked, chosen)
    setRefusalText(refusal && `${picked.name}: ${refusal}`)
    if (!refusal) onPick(picked)
    setTyped('')
  }
  const label = `${chosen.length > 0 ? 'Add another saved search' : 'Choose a saved search'}${hasLists ? ' or list' : ''}`
  const groups = groupChoices(items, chosen).map(({ label: heading, searches }) => ({
    label: heading,
    suggestions: searches.map((search) => ({
      id: search.id,
      label: search.name,
      note: search.isList ? pluralize(search.lastCount ?? 0, 'property', 'properties') : formatMatchCount(search),
      isPicked: chosen.some((one) => one.id === search.id),
    })),
  }))
  return (
    <>
      <Text mb={4} fz={13} lh="20px" fw={500} aria-hidden="true">
        {label}
      </Text>
      <div ref={frame} className={`${box.frame} ${classes.picker}`} data-up={isUp || undefined}>
        <BookmarkPlus size={16} aria-hidden="true" />
        <TypeAhead
          label={label}
          listLabel="Saved searches and lists"
          placeholder="Search by name"
          text={typed}
          onText={setTyped}
          onOpen={(isOpen) => {
            if (!isOpen) return
            measure()
            setRefusalText(undefined)
          }}
          groups={groups}
          isSettled={isSettled}
          first={getFirstSuggestion(groups, typed)}
          empty={data ? 'No saved searches or lists found' : 'Looking…'}
          closesOnPick
          onPick={pick}
        />
      </div>
      <Text mt={refusalText ? 4 : 0} fz={13} lh="20px" c="dimmed" role="status">
        {refusalText}
      </Text>
    </>
  )
}
