import { apiKeys, maxAllowedIps } from '@dooryard/contract/integrations/api-keys'
import { Button, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { addAddress, type KeyForm } from './key-form.ts'

/** The addresses a key works from, as text; a button adds the one that this browser has. */
export function AllowedIpsField({ form }: { form: SchemaForm<KeyForm> }) {
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.call(apiKeys.callerAddress, {}),
    onSuccess: ({ ipAddress }) => form.setFieldValue('allowedIps', addAddress(form.getValues().allowedIps, ipAddress)),
  })
  return (
    <Stack gap={6} align="flex-start">
      <Textarea
        w="100%"
        label="Allowed IP addresses"
        description={`Up to ${maxAllowedIps} addresses or CIDR ranges, one per line. Leave empty to allow any.`}
        placeholder={'203.0.113.7\n198.51.100.0/24'}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        {...form.getInputProps('allowedIps')}
      />
      <Button variant="default" size="xs" loading={ask.isPending} onClick={() => ask.mutate()}>
        Add my current address
      </Button>
      {ask.error && <Notice tone="bad">{getErrorMessage(ask.error)}</Notice>}
    </Stack>
  )
}
