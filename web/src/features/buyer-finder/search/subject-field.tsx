import { Button, CloseButton, Group, Input } from '@mantine/core'
import { Search } from 'lucide-react'
import { type FocusEvent, type RefObject, useId, useState } from 'react'
import { TypeAhead } from '../../../criteria/places/type-ahead.tsx'
import { getFirstSuggestion } from '../../../criteria/places/use-combobox-keys.ts'
import classes from '../buyer-finder.module.css'
import type { Subject } from './subject-rules.ts'
import { type SubjectChoices, useSubjectChoices } from './use-subject.ts'

function NoPlaces({ typed, choices }: { typed: string; choices: SubjectChoices }) {
  if (!choices.isSettled) return 'Looking for places…'
  if (!choices.isError)
    return typed ? `No address, city or ZIP code begins with “${typed}”` : 'Type an address, a city or a ZIP code'
  return (
    <Group component="span" justify="space-between" gap={12} wrap="nowrap">
      Places could not be loaded.
      <Button variant="default" size="xs" onClick={choices.retry}>
        Try Again
      </Button>
    </Group>
  )
}

const selectAll = ({ target }: FocusEvent) => target instanceof HTMLInputElement && target.select()

type SubjectFieldProps = {
  /** The name of the chosen subject; undefined if there is none. */
  chosen: string | undefined
  input: RefObject<HTMLInputElement | null>
  onChoose: (subject: Subject) => void
  onClear: () => void
}

export function SubjectField({ chosen, input, onChoose, onClear }: SubjectFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const choices = useSubjectChoices(typed ?? '', isOpen)
  const onOpen = (next: boolean) => {
    setOpen(next)
    // Typed text without a result is replaced by the selection.
    if (!next) setTyped(undefined)
  }
  const onPick = (picked: string) => {
    const subject = choices.getSubject(picked)
    if (subject) onChoose(subject)
  }
  const clear = () => {
    setTyped(undefined)
    onClear()
    input.current?.focus()
  }
  return (
    <Input.Wrapper flex={{ sm: 1 }} miw={0} label="Around" labelProps={{ htmlFor: id, display: 'block' }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what it listens to comes from the box inside */}
      <div className={classes.box} onFocus={selectAll}>
        <Search size={18} aria-hidden="true" />
        <TypeAhead
          label="Around"
          listLabel="Places"
          placeholder="Address, city, ZIP, or latitude, longitude"
          box={{ id, ref: input, maxLength: 100 }}
          text={typed ?? chosen ?? ''}
          onText={setTyped}
          onOpen={onOpen}
          groups={choices.groups}
          isSettled={choices.isSettled}
          first={getFirstSuggestion(choices.groups, typed ?? '')}
          empty={<NoPlaces typed={typed?.trim() ?? ''} choices={choices} />}
          footer="Names of places: GeoNames, CC BY 4.0"
          closesOnPick
          onPick={onPick}
        />
        {(chosen || typed) && (
          <CloseButton aria-label="Clear the place" onMouseDown={(event) => event.preventDefault()} onClick={clear} />
        )}
      </div>
    </Input.Wrapper>
  )
}
