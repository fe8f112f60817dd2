import type { CreditSetting } from '@dooryard/contract/credits'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/parts/notice.tsx'
import { effectOf } from './credit-settings.data.ts'
import classes from './credit-settings.module.css'
import { effectWords } from './effect-words.ts'

type Terms = Pick<CreditSetting, 'creditRequired' | 'minCampaignVolume' | 'isActive'>

const pauseMs = 300

/** What the terms that are typed mean for what there is, before they are saved; nothing while they are the same. */
export function Effect({ setting, terms }: { setting: CreditSetting; terms: Terms | undefined }) {
  const [asked] = useDebouncedValue(terms, pauseMs)
  const isOther =
    asked !== undefined &&
    (asked.creditRequired !== setting.creditRequired ||
      asked.minCampaignVolume !== setting.minCampaignVolume ||
      asked.isActive !== setting.isActive)
  const { data, isError } = useQuery({ ...effectOf(setting.id, asked ?? setting), enabled: isOther })
  const sentences = asked && data ? effectWords(setting, asked, data) : []
  return (
    <div role="status">
      {isOther && isError && (
        <Notice tone="warn">What this bears upon cannot be said just now. Orders keep the price they have.</Notice>
      )}
      {isOther && sentences.length > 0 && (
        <Notice tone="info">
          <ul className={classes.effect}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
