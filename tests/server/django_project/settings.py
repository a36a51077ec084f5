import os

SECRET_KEY = "of a test"
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "shop", "HOST": os.environ["PGHOST"],
                         "PORT": os.environ["PGPORT"], "USER": os.environ["PGUSER"]}}
