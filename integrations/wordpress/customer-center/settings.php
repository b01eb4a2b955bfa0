<?php

namespace CustomerCenter;

defined('ABSPATH') || exit;

const OPTION = 'customer_center_server';

/** The server's address without a slash at its end; an empty text until it is set. */
function server(): string
{
    return (string) get_option(OPTION, '');
}

function settings_url(): string
{
    return admin_url('options-general.php?page=customer-center');
}

add_action('admin_init', static function (): void {
    register_setting('customer_center', OPTION, ['sanitize_callback' => __NAMESPACE__ . '\server_address']);
});

add_action('admin_menu', static function (): void {
    add_options_page('Kundencenter', 'Kundencenter', 'manage_options', 'customer-center', __NAMESPACE__ . '\show_settings');
});

/** What is stored of what was entered: without a slash at its end, and the address before if this is none. */
function server_address($entered): string
{
    $entered = trim((string) $entered);
    $address = untrailingslashit(esc_url_raw($entered, ['https', 'http']));
    if ($entered === '' || wp_parse_url($address, PHP_URL_HOST)) {
        return $address;
    }
    add_settings_error(OPTION, 'address', 'Das ist keine Adresse eines Servers.');
    return server();
}

/** The origin of this site, as the server's `CORS_ORIGINS` lists it; an empty text if the server has the same. */
function foreign_origin(): string
{
    [$site, $server] = array_map(
        static fn(string $url): string => preg_replace('~^(https?://[^/]+).*$~', '$1', $url),
        [home_url(), server()]
    );
    return $site === $server ? '' : $site;
}

function show_settings(): void
{
    $server = server();
    $origin = foreign_origin();
    ?>
    <div class="wrap">
      <h1>Kundencenter</h1>
      <form method="post" action="options.php">
        <?php settings_fields('customer_center'); ?>
        <p><label for="customer-center-server">Adresse des Servers</label></p>
        <p>
          <input
            id="customer-center-server"
            name="<?php echo esc_attr(OPTION); ?>"
            type="url"
            class="regular-text code"
            placeholder="https://konto.example.at"
            value="<?php echo esc_attr($server); ?>"
          />
        </p>
        <p class="description">
          Von dort kommen Skript, Konfiguration und Texte, und dorthin gehen die Anmeldungen der Kunden.
        </p>
        <?php submit_button(); ?>
      </form>
      <?php if ($server !== '') : ?>
        <?php if ($origin !== '') : ?>
          <p>Der Server muss diese Website in seinen Einstellungen haben:</p>
          <p><code>CORS_ORIGINS=<?php echo esc_html($origin); ?></code></p>
        <?php endif; ?>
        <p>
          In eine Seite kommt das Kundencenter mit dem Block „Kundencenter“ oder mit dem Shortcode
          <code>[customer_center]</code>. Farben und mehr zeigt
          <a href="<?php echo esc_url("$server/embed"); ?>">der Server</a>.
        </p>
      <?php endif; ?>
    </div>
    <?php
}
