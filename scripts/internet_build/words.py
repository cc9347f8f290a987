"""Words from which build_internet.py makes names of hosts, lures and files."""

# Labels under an organisation's domain, by sector; `all` goes to everyone who has servers of their own.
LABELS = {
    "all": "intranet vpn git staging dev portal files status cdn static assets docs support helpdesk remote sso autodiscover "
           "monitor backup test beta wiki ftp calendar forms img old events jobs newsletter",
    "banking": "secure login app cards branch business invest token developer sandbox statements",
    "finance": "app login api developer sandbox rates statements",
    "insurance": "claims mypolicy advisers quote",
    "crypto": "trade wallet api ws stream vault",
    "parcel": "track labels returns lockers api couriers customs business",
    "transport": "track fleet drivers dispatch api planner",
    "retail": "shop checkout help returns loyalty outlet stores pay media",
    "marketplace": "sell messages pay help app images safety",
    "webmail": "webmail imap smtp login help mobile",
    "file_sharing": "upload dl api share link",
    "social": "m api upload help chat video",
    "forum": "images chat archive",
    "streaming": "play api tv img login accounts edge",
    "gaming": "play store accounts api lobby leaderboard patch",
    "gambling": "casino sports pay api live",
    "dating": "app photos pay",
    "health": "appointments patients lab results pharmacy telehealth",
    "government": "permits tax records council payments forms opendata elections",
    "education": "library courses timetable students moodle alumni research exams",
    "saas": "app api login docs status sandbox webhooks billing",
    "software": "download updates api packages docs forum mirror",
    "security": "portal api feeds console updates ocsp crl reports",
    "energy": "meter outage myaccount grid scada api",
    "utility": "meter outage myaccount grid scada api",
    "travel": "book checkin offers partners agents api",
    "tickets": "queue tickets box-office api resale",
    "jobs": "candidates employers api alerts",
    "news": "amp comments subscribe video archive static",
    "telecoms": "selfcare webmail speedtest coverage api",
    "analytics": "collect dashboard api js",
    "advertising": "ads sync pixel bid serve",
}
# The same idea in the language of the country.
LOCAL = {
    "NL": "mijn inloggen bestellen klantenservice nieuws afspraak", "BE": "mijn klant commande nieuws",
    "DE": "kundenportal anmeldung bestellung hilfe termine", "AT": "kundenportal anmeldung hilfe",
    "CH": "kundenportal service clients", "FR": "espace-client connexion commande aide rendez-vous",
    "ES": "clientes acceso pedidos ayuda citas", "MX": "clientes acceso pedidos ayuda", "AR": "clientes turnos ayuda",
    "CL": "clientes acceso ayuda", "PT": "clientes entrar ajuda", "BR": "clientes entrar ajuda pedidos",
    "IT": "clienti accesso ordini aiuto", "PL": "klient logowanie zamowienia pomoc", "SE": "minasidor logga-in hjalp",
    "NO": "minside logg-inn hjelp", "DK": "minside log-ind hjaelp", "FI": "asiakas kirjaudu", "JP": "mypage yoyaku",
    "CN": "kehu denglu bangzhu", "TR": "musteri giris yardim", "ID": "pelanggan masuk bantuan",
}
# How phishing names are built, by what the brand does; {b} is the brand, {t} the brand with a slip of the finger.
LURES = {
    "banking": "{b}-login secure-{b} {b}-cardblock {t} {b}-token-renewal my-{b}-alert {b}online-verify {b}-app-update",
    "finance": "{b}-payout {t} {b}-identity-check {b}-wallet-upgrade",
    "crypto": "{b}-airdrop {t} {b}-withdrawal {b}-2fa-reset claim-{b}",
    "parcel": "{b}-parcel-fee track-{b} {t} {b}-customs-charge {b}-redelivery pakket-{b} {b}-address-check",
    "webmail": "{b}-quota {t} {b}-mailbox-full verify-{b} {b}-webaccess",
    "streaming": "{b}-billing {t} {b}-renew-plan {b}-payment-hold",
    "government": "{b}-refund {t} {b}-fine-payment {b}-online-form",
    "marketplace": "{b}-buyer-payment {t} {b}-safe-pay {b}-courier-pickup",
    "social": "{b}-copyright-appeal {t} {b}-badge-verify",
    "retail": "{b}-outlet-90 {t} {b}-giftcard {b}-winner",
    "file_sharing": "{b}-shared-doc {t} {b}-document-view",
    "utility": "{b}-refund-desk {t} {b}-bill-overdue",
    "telecoms": "{b}-sim-renew {t} {b}-bonus",
    "saas": "{b}-sign-request {t} {b}-invoice-due",
    "gaming": "{b}-free-skins {t} {b}-account-appeal",
    "travel": "{b}-booking-confirm {t} {b}-guest-payment",
    "tickets": "{b}-resale-desk {t} {b}-refund-now",
    "education": "{b}-password-expiry {t}",
    "jobs": "{b}-remote-offers {t}",
}
LOCAL_LURES = {
    "NL": "{b}-terugbetaling mijn-{b}-controle", "DE": "{b}-rueckerstattung {b}-kundenpruefung",
    "FR": "{b}-remboursement {b}-mise-a-jour", "ES": "{b}-actualizar-datos", "NO": "{b}-bekreft", "SE": "{b}-verifiera",
    "PL": "{b}-doplata", "BR": "{b}-atualizar", "JP": "{b}-kakunin",
}
PHISH_PATHS = ("/signin /verify/session /login/step2 /account/confirm /secure/update /pay/fee /portal/auth /web/auth/otp "
               "/track/confirm /refund/claim /id/check").split()
# Addresses of control servers: pairs of words, and letters without a sense.
C2_FIRST = ("amber bramble cobalt dapple ember fallow garnet hazel indigo juniper kelp lichen maple nettle ochre pewter "
            "quartz russet sorrel thistle umber velvet willow yarrow ashen brindle cinder drift elder flint").split()
C2_SECOND = ("anchor bellows cradle drawer engine fathom gutter hinge ladle mantle needle orchard pulley quarry rafter "
             "saddle trellis urn valve wicket yoke basin cloister duct eaves ferry gable hatch").split()
C2_TAIL = ["", "", "-hub", "-sync", "api", "-cdn", "net", "-stat"]
# Where a hijacked site keeps what it should not have.
HIDDEN = [
    "/wp-content/uploads/2024/08/invoice-{n}.zip", "/wp-content/plugins/seo-tools/pay{n}.php", "/images/.cache/doc{n}.js",
    "/wp-includes/css/dhl{n}.html", "/media/system/js/cart{n}.min.js", "/old/remit-{n}.iso", "/files/order_{n}.lnk.zip",
    "/assets/fonts/update{n}.hta", "/tmp/login{n}/", "/.well-known/acme/scan{n}.html", "/backup/photo-{n}.scr",
    "/js/jquery-{n}.slim.js",
]
# File names of samples, by what carries them; {n} is a number, {w} a word.
FILES = {
    "exe": ["invoice_{n}.exe", "setup-{w}.exe", "{w}Installer.exe", "payment advice {n}.exe", "scan{n}.pdf.exe",
            "update_{n}.exe", "{w}-portable.exe", "Order {n} signed.exe", "svchost{n}.exe", "{w}_crack.exe"],
    "dll": ["{w}.dll", "msv{w}.dll", "libcurl-{n}.dll", "version.dll", "{w}core.dll"],
    "docm": ["CV {w} {n}.docm", "contract-{n}.docm", "delivery note {n}.docm", "minutes {w}.docm"],
    "xlsm": ["price list {n}.xlsm", "Q3 forecast {w}.xlsm", "remittance_{n}.xlsm", "stock {w}.xlsm"],
    "one": ["meeting notes {n}.one", "shared {w}.one"],
    "iso": ["documents_{n}.iso", "{w}-photos.iso", "waybill {n}.img"],
    "lnk": ["scan {n}.pdf.lnk", "{w}.lnk", "passport copy.lnk"],
    "js": ["statement_{n}.js", "{w}.update.js", "agreement {n}.js", "analytics-{n}.js"],
    "hta": ["voicemail_{n}.hta", "{w}.hta"],
    "msi": ["{w}-client-{n}.msi", "driver-{w}.msi"],
    "elf": ["{w}.x86_64", "{w}.arm7", "{w}.mips", "kworker{n}", ".{w}d", "nginx-{w}"],
    "sh": ["install-{w}.sh", "{n}.sh", "up{w}.sh"],
    "py": ["{w}_utils.py", "setup_{w}.py"],
    "dmg": ["{w}-{n}.dmg", "Meeting {w}.dmg"],
    "pkg": ["{w}Helper.pkg", "fonts-{n}.pkg"],
    "apk": ["{w}_v{n}.apk", "com.{w}.app.apk", "update-{n}.apk"],
    "ipa": ["{w}-{n}.ipa", "{w}.mobileconfig"],
    "php": ["{w}.php", "cache{n}.php"],
    "html": ["index-{n}.html", "login_{w}.html", "secure document {n}.html"],
    "zip": ["kit_{w}.zip", "photos {n}.zip"],
    "scr": ["holiday{n}.scr", "{w}.scr"],
    "so": ["lib{w}.so", "pam_{w}.so"],
    "ko": ["{w}.ko"],
}
WORDS = ("atlas bonsai canvas delta echo falcon gizmo harbor ivory jolly karma lemon mango nimbus otter panda quest raven "
         "salsa tango ultra vista wombat xenon yodel zebra acorn beetle comet dingo eagle fuji ginger helix igloo jasper "
         "koala lotus mocha ninja olive pixel quiz rocket sigma tulip").split()
TYPES = {
    "exe": "Windows executable (PE32+)", "dll": "Windows library (PE32+ DLL)", "docm": "Word document with macros",
    "xlsm": "Excel workbook with macros", "one": "OneNote notebook", "iso": "Disk image", "img": "Disk image",
    "lnk": "Windows shortcut", "js": "JavaScript", "hta": "HTML application", "msi": "Windows installer package",
    "elf": "Linux executable (ELF)", "sh": "Shell script", "py": "Python script", "dmg": "macOS disk image",
    "pkg": "macOS installer package", "apk": "Android package", "ipa": "iOS package", "php": "PHP script",
    "html": "HTML page", "zip": "ZIP archive", "scr": "Windows screen saver (PE32)", "so": "Linux shared library (ELF)",
    "ko": "Linux kernel module (ELF)",
}
CARRIERS = {
    "Windows": "exe exe exe dll docm xlsm one iso lnk js hta msi scr", "Linux": "elf elf elf sh so py", "macOS": "dmg pkg sh",
    "Android": "apk", "iOS": "ipa", "Web": "js php html zip",
}
