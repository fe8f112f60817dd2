import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '../../../lib/save-file.ts'
import { useCopy } from '../../../ui/display/copy-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DialogActions } from '../../../ui/form/mutation-dialog.tsx'
import { type DiscardQuestion, useUnsavedCheck } from '../../../ui/form/use-schema-form.ts'
import classes from './two-step.module.css'

const toText = (email: string, codes: readonly string[]) =>
  [`Dooryard recovery codes of ${email}`, 'Each of them signs you in once.', '', ...codes, ''].join('\n')

const unsavedCodes: DiscardQuestion = {
  text: 'The codes cannot be shown again. Without them, get new ones.',
  stay: 'Back to the codes',
  discard: 'Close without them',
}

type RecoveryCodesProps = { email: string; codes: readonly string[]; onDone: () => void }

/** Recovery codes, shown this once: they can be copied, downloaded and printed before the user goes on. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false)
  useUnsavedCheck(() => !isSaved && unsavedCodes)
  const { copy, isCopied } = useCopy()
  const text = toText(email, codes)
  const download = () => saveBlob(new Blob([text], { type: 'text/plain' }), 'dooryard-recovery-codes.txt')
  return (
    <Stack gap={16}>
      <Notice tone="warn">
        These codes are shown only once. Store them somewhere safe: each signs you in once if you lose your phone.
      </Notice>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing={8}
        verticalSpacing={8}
        className={classes.codes}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" fz="md" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap={8} className={classes.screenOnly}>
        <Button
          variant="default"
          size="xs"
          leftSection={isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          onClick={() => copy(text)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden="true" />} onClick={download}>
          Download
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Printer size={14} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <Checkbox
        label="I have saved these codes"
        className={classes.screenOnly}
        checked={isSaved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <DialogActions>
        <Button className={classes.screenOnly} disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}
