import { files } from '@dooryard/contract/data/files'
import { appError, notFound } from '../errors/app-error.ts'
import { verifyFileLink } from '../files/file-links.ts'
import { handlers } from './handlers.ts'

export const fileRoutes = handlers(files, {
  get: async (ctx, { params }) => {
    const link = await verifyFileLink(ctx, params.ticket)
    if (!link) throw appError('FORBIDDEN', 'This link has expired or is not valid. Please start the download again.')
    const { key, ...saved } = link
    if (!(await ctx.files.exists(key))) throw notFound('This file')
    return { ...saved, size: await ctx.files.size(key), body: ctx.files.read(key) }
  },
})
