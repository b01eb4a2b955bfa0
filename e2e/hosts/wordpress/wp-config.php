<?php

// Nothing of the plugin may cause even a notice; what this WordPress itself says of a newer PHP is not ours.
set_error_handler(static function (int $level, string $message, string $file): bool {
    if (strpos($file . $message, 'customer-center') === false) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file);
});

define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('DATABASE_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_SITEURL', WP_HOME);
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', 'test');
    define($name . '_SALT', 'test');
}
$table_prefix = 'wp_';

defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
