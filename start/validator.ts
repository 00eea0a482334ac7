import vine from '@vinejs/vine'
import { fieldMessage } from '#http/messages'

// Existing validators already hold this provider object, so it is modified in place instead of replaced.
Object.assign(vine.messagesProvider, { getMessage: fieldMessage })
