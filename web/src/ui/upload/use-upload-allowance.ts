import { type UploadAllowance, uploads } from '@dooryard/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query.ts'

/** How much the reader may upload, while that is known. */
export const useUploadAllowance = (): UploadAllowance | undefined => useQuery(queryOf(uploads.allowance, {})).data
