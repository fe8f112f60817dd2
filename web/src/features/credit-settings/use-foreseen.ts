import type { CreditSetting } from '@dooryard/contract/credits'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { effectOf } from './credit-settings.data.ts'
import { bearsUpon, effectWords, isSame, type Terms } from './effect-words.ts'

const pauseMs = 300

/**
 * What the terms that are typed mean for what there is, asked for at each pause, or with `sayFirst` at once; `terms` are
 * absent while they cannot be read, and `setting` while it is a new one.
 */
export function useForeseen(setting: CreditSetting | undefined, terms: Terms | undefined) {
  const [paused] = useDebouncedValue(terms, pauseMs)
  const [pressed, setPressed] = useState<Terms>()
  const isTyped = (known: Terms | undefined) => known !== undefined && terms !== undefined && isSame(known, terms)
  const isToBeSaid = setting !== undefined && terms !== undefined && bearsUpon(setting, terms)
  const isHeld = isToBeSaid && isTyped(pressed)
  const { data, isError } = useQuery({
    ...effectOf(setting?.id ?? '', terms ?? {}),
    enabled: isToBeSaid && (isHeld || isTyped(paused)),
  })
  return {
    sentences: isToBeSaid && data ? effectWords(setting, terms, data) : [],
    /** It could not be had. */
    isUnknown: isToBeSaid && !data && isError,
    /** Somebody would have saved what was not said yet, and has not asked again. */
    isHeld,
    /** Has it said where it is not on the screen yet; false where nothing is left to say. */
    sayFirst: () => {
      const isLeft = isToBeSaid && !data && !isError
      setPressed(isLeft ? terms : undefined)
      return isLeft
    },
  }
}
