import { usePortal } from '../../api/portal'

/** The footer: support address, terms and privacy policy of the merchant. */
export function Foot() {
  const { supportEmail, termsUrl, privacyUrl } = usePortal().branding
  if (!supportEmail && !termsUrl && !privacyUrl) return null
  return (
    <footer className="foot small">
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {termsUrl && (
        <a href={termsUrl} rel="noreferrer">
          Terms
        </a>
      )}
      {privacyUrl && (
        <a href={privacyUrl} rel="noreferrer">
          Privacy
        </a>
      )}
    </footer>
  )
}
