import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import type { CreditSetting, CreditSettingChange } from '@dooryard/contract/credits'
import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../lib/query.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { bearsUpon, describeEffect, isSame, type Terms } from './effect-labels.ts'

const pauseMs = 300

/** What a change of a setting would bear upon; an answer is not kept, for it tells of that moment. */
export const settingEffect = (id: string, body: CreditSettingChange) => ({
  ...queryOf(creditSettingEffects.foresee, { params: { id }, body }),
  gcTime: 0,
  // Somebody waits to save: better told soon that it cannot be said.
  retry: 1,
})

/**
 * What the terms that are typed mean for what there is, asked for at each pause, or with `sayFirst` at once; `terms` are
 * absent while they cannot be read, and `setting` while it is a new one.
 */
export function useForeseenEffect(setting: CreditSetting | undefined, terms: Terms | undefined) {
  const [paused] = useDebouncedValue(terms, pauseMs)
  const [pressed, setPressed] = useState<Terms>()
  const isTyped = (known: Terms | undefined) => known !== undefined && terms !== undefined && isSame(known, terms)
  const isToBeSaid = setting !== undefined && terms !== undefined && bearsUpon(setting, terms)
  const isHeld = isToBeSaid && isTyped(pressed)
  const { data, isError } = useQuery({
    ...settingEffect(setting?.id ?? '', terms ?? {}),
    enabled: isToBeSaid && (isHeld || isTyped(paused)),
  })
  return {
    sentences: isToBeSaid && data ? describeEffect(setting, terms, data) : [],
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

/** What the terms that are typed mean, before they are saved; nothing while they are the same. */
export function ForeseenEffect({ sentences, isUnknown, isHeld }: ReturnType<typeof useForeseenEffect>) {
  const isSaid = isUnknown || sentences.length > 0
  return (
    <div role="status">
      {isUnknown && (
        <Notice tone="warn">What this bears upon cannot be said just now. Orders keep the price they have.</Notice>
      )}
      {sentences.length > 0 && (
        <Notice tone="info">
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Stack>
        </Notice>
      )}
      {isHeld && (
        <Text fw={550} mt={8}>
          {isSaid ? 'Nothing is saved yet. Save once more to go on.' : 'Looking at what this means…'}
        </Text>
      )}
    </div>
  )
}
