import { creditSettingEffects } from '@dooryard/contract/billing/admin/credit-setting-effect'
import type { CreditSetting, CreditSettingChange } from '@dooryard/contract/billing/credits'
import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildQuery } from '../../lib/api/query.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { describeEffect, hasEffect, isSameTerms, type SettingTerms } from './effect-labels.ts'

const debounceMs = 300

/** The effect of changing a setting. Responses are not cached, because they describe one moment. */
export const settingEffect = (id: string, body: CreditSettingChange) => ({
  ...buildQuery(creditSettingEffects.foresee, { params: { id }, body }),
  gcTime: 0,
})

/**
 * Previews the effect of the typed terms, fetched when typing pauses or immediately with `requirePreview`. `terms` is
 * undefined while they are invalid, and `setting` for a new one.
 */
export function useEffectPreview(setting: CreditSetting | undefined, terms: SettingTerms | undefined) {
  const [debounced] = useDebouncedValue(terms, debounceMs)
  const [submitted, setSubmitted] = useState<SettingTerms>()
  const isCurrent = (other: SettingTerms | undefined) =>
    other !== undefined && terms !== undefined && isSameTerms(other, terms)
  const isRelevant = setting !== undefined && terms !== undefined && hasEffect(setting, terms)
  const isBlocked = isRelevant && isCurrent(submitted)
  const { data, isError } = useQuery({
    ...settingEffect(setting?.id ?? '', terms ?? {}),
    enabled: isRelevant && (isBlocked || isCurrent(debounced)),
  })
  return {
    sentences: isRelevant && data ? describeEffect(setting, terms, data) : [],
    /** The effect could not be loaded. */
    isUnknown: isRelevant && !data && isError,
    /** The user tried to save before the effect was shown, and has not confirmed yet. */
    isBlocked,
    /** Requests the effect if it is not shown yet; returns false if there is nothing left to show. */
    requirePreview: () => {
      const isPending = isRelevant && !data && !isError
      setSubmitted(isPending ? terms : undefined)
      return isPending
    },
  }
}

/** Shows the effect of the typed terms before they are saved; nothing while they are unchanged. */
export function EffectPreview({ sentences, isUnknown, isBlocked }: ReturnType<typeof useEffectPreview>) {
  const isShown = isUnknown || sentences.length > 0
  return (
    <div role="status">
      {isUnknown && <Notice tone="warn">The effect could not be loaded. Existing orders keep their price.</Notice>}
      {sentences.length > 0 && (
        <Notice tone="info">
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Stack>
        </Notice>
      )}
      {isBlocked && (
        <Text fw={550} mt={8}>
          {isShown ? 'Not saved yet. Save again to confirm.' : 'Calculating the effect…'}
        </Text>
      )}
    </div>
  )
}
