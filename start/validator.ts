import vine from '@vinejs/vine'
import { fieldMessage } from '#http/messages'

// Validators that exist already hold this very provider, so it is changed and not replaced.
Object.assign(vine.messagesProvider, { getMessage: fieldMessage })
